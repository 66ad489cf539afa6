from django.apps import AppConfig


class ResearchConfig(AppConfig):
    name = "research"
    verbose_name = "Redthread"

    def ready(self) -> None:
        # Registers the checks; they import settings that aren't ready any earlier.
        from research import checks
        from research.store.scrubbing import scrub_all_connections

        assert checks
        scrub_all_connections()
