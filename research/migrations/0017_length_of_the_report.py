from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("research", "0016_desk_and_versions"),
    ]

    operations = [
        migrations.AddField(
            model_name="researchtask",
            name="length",
            field=models.CharField(blank=True, max_length=6),
        ),
    ]
