"""Rules that hold whatever code writes the rows: a citation stays within its task, history is never rewritten."""

from django.db import migrations

SAME_TASK = """
ALTER TABLE research_citation
  ADD CONSTRAINT citation_evidence_of_same_task FOREIGN KEY (evidence_id, task_id)
    REFERENCES research_evidence (id, task_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT citation_claim_of_same_task FOREIGN KEY (claim_id, task_id)
    REFERENCES research_claim (id, task_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
"""
SAME_TASK_BACK = """
ALTER TABLE research_citation DROP CONSTRAINT citation_evidence_of_same_task;
ALTER TABLE research_citation DROP CONSTRAINT citation_claim_of_same_task;
"""

WRITTEN_ONCE = """
CREATE FUNCTION redthread_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
WRITTEN_ONCE_BACK = "DROP FUNCTION redthread_written_once();"

NEVER_CHANGED = ("research_audit", "research_decision", "research_thresholds", "research_entry", "memory_snapshot")
NEVER_DELETED = ("research_audit",)


def guard(table, deed):
    name = f"{table}_no_{deed.lower()}"
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} BEFORE {deed} ON {table} FOR EACH ROW EXECUTE FUNCTION redthread_written_once();",
        f"DROP TRIGGER {name} ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [("research", "0001_initial"), ("memory", "0001_initial")]

    operations = [
        migrations.RunSQL(SAME_TASK, SAME_TASK_BACK),
        migrations.RunSQL(WRITTEN_ONCE, WRITTEN_ONCE_BACK),
        *[guard(table, "UPDATE") for table in NEVER_CHANGED],
        *[guard(table, "DELETE") for table in NEVER_DELETED],
    ]
