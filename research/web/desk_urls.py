"""Addresses of the report, the desk and the settings."""

from django.urls import path

from research.web import channels, further, history, people, report, review, roles, thresholds, trust

urlpatterns = [
    path("tasks/T-<int:task>/report", report.report, name="report"),
    path("tasks/T-<int:task>/report.md", report.markdown, name="report_markdown"),
    path("tasks/T-<int:task>/follow-ups", further.follow_ups, name="follow_ups"),
    path("tasks/T-<int:task>/follow-ups/F-<int:follow_up>", further.follow_up, name="follow_up"),
    path("tasks/T-<int:task>/follow-ups/F-<int:follow_up>/look-up", further.look_up, name="look_up"),
    path("claims/C-<int:task>-<int:number>/E-<int:evidence>", report.citation, name="citation"),
    path("review", review.queue, name="desk"),
    path("review/C-<int:task>-<int:number>", review.claim, name="claim"),
    path("review/C-<int:task>-<int:number>/decide", review.decide, name="decide"),
    path("review/C-<int:task>-<int:number>/skip", review.skip, name="skip"),
    path("settings/thresholds", thresholds.thresholds, name="thresholds"),
    path("settings/thresholds/restore", thresholds.restore, name="restore_thresholds"),
    path("settings/people", people.people, name="people"),
    path("settings/people/role", people.change_role, name="change_role"),
    path("settings/trust", trust.trust, name="trust"),
    path("settings/trust/remove", trust.remove, name="unmark_host"),
    path("settings/channels", channels.channels, name="channels"),
    path("settings/channels/check", channels.check, name="check_channels"),
    path("settings/audit", history.audit, name="audit"),
    path("settings/roles", roles.roles, name="roles"),
    path("settings/roles/<str:role>/bind", roles.bind, name="bind_role"),
    path("settings/roles/<str:role>/examine", roles.examine, name="examine_role"),
    path("settings/roles/<str:role>/examinations", roles.examinations, name="examinations"),
    path("settings/models", history.models, name="models"),
]
