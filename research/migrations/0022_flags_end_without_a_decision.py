"""A doubt can end without a decision on the sentence: withdrawn, or answered that nothing is wrong."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("research", "0021_audit_object"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="flag",
            name="one_standing_flag_a_person",
        ),
        migrations.AddField(
            model_name="flag",
            name="answer",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="flag",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="flag",
            name="closed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="outcome",
            field=models.CharField(
                blank=True, choices=[("withdrawn", "Withdrawn"), ("unfounded", "Unfounded")], max_length=10
            ),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decision", None), ("outcome", "")),
                fields=("claim", "person"),
                name="one_standing_flag_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["", "withdrawn", "unfounded"])), name="known_end_of_a_flag"
            ),
        ),
    ]
