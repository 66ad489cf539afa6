import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("research", "0018_flags")]

    operations = [
        migrations.AddField(model_name="conformance", name="beat", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            model_name="modelcall",
            name="examination",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="model_calls",
                to="research.conformance",
            ),
        ),
    ]
