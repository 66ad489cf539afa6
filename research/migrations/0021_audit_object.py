"""What the audit trail names may be as long as the name of a host, a model or a person is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("research", "0020_spot_checks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="audit",
            name="object",
            field=models.CharField(max_length=255),
        ),
    ]
