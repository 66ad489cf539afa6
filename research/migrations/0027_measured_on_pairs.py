from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("research", "0026_share_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="conformance",
            name="pairs",
            field=models.CharField(blank=True, default="", max_length=255),
            preserve_default=False,
        ),
    ]
