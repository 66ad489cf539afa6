from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("research", "0011_budgets_and_costs")]

    operations = [
        migrations.AddField("claim", "place", models.CharField(default="sentence", max_length=10)),
        migrations.AddField("claim", "start", models.PositiveIntegerField(default=0)),
        migrations.AddField("claim", "end", models.PositiveIntegerField(default=0)),
        migrations.AddField("claim", "context", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("claim", "offered", models.JSONField(default=list)),
        migrations.AddConstraint(
            "claim",
            models.CheckConstraint(
                condition=models.Q(("place__in", ["sentence", "heading", "cell", "caption"])), name="known_place"
            ),
        ),
    ]
