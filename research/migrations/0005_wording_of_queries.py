from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('research', '0004_replayable_steps'),
    ]

    operations = [
        migrations.AddField(
            model_name='query',
            name='wording',
            field=models.CharField(blank=True, max_length=20),
        ),
    ]
