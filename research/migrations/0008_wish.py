import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('research', '0007_task_deadline'),
    ]

    operations = [
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('body', models.JSONField()),
                ('v', models.PositiveIntegerField()),
                ('asked', models.DateTimeField(auto_now_add=True)),
                ('step', models.PositiveIntegerField(blank=True, null=True)),
                ('refused', models.TextField(blank=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('task', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='research.researchtask')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ]
