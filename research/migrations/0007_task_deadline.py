from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('research', '0006_settled_conflicts'),
    ]

    operations = [
        migrations.AddField(
            model_name='researchtask',
            name='deadline',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
