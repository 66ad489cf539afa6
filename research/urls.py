"""Every address of the pages. Two lists: what is asked, watched and kept here; what is read and decided at the desk."""

from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from research.web import (
    clues,
    exports,
    frame,
    launch,
    live,
    memory,
    plan,
    reached,
    retrospect,
    room,
    signing_in,
    sources,
    steer,
    tasks,
)
from research.web.api.addresses import api
from research.web.api.problems import lost


def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


handler500 = "research.web.broken.broken"
urlpatterns = [
    path("health/live", alive),
    path("api/", api.urls),
    path("api/<path:lost>", lost),
    path("sign-in", signing_in.SignIn.as_view(), name="sign_in"),
    path("sign-out", LogoutView.as_view(), name="sign_out"),
    path("password", frame.password, name="password"),
    path("account", frame.account, name="account"),
    path("language", frame.language, name="language"),
    path("", tasks.task_list, name="home"),
    path("tasks", tasks.task_list, name="task_list"),
    path("tasks/new", launch.launch, name="launch"),
    path("tasks/T-<int:task>", live.live, name="live"),
    path("tasks/T-<int:task>/news", live.news, name="news"),
    path("tasks/T-<int:task>/buttons", live.buttons, name="buttons"),
    path("tasks/T-<int:task>/reached", reached.reached, name="reached"),
    path("tasks/T-<int:task>/memory", memory.memory, name="memory"),
    path("clues", clues.clue_list, name="clues"),
    path("clues/keep-out", clues.keep_out, name="keep_out"),
    path("clues/<int:clue>/forget", clues.forget, name="forget_clue"),
    path("clues/<int:clue>/withhold", clues.withhold, name="withhold_clue"),
    path("tasks/T-<int:task>/retrospect", retrospect.of_task, name="task_retrospect"),
    path("retrospect", retrospect.of_workspace, name="retrospect"),
    path("tasks/T-<int:task>/plan", plan.plan, name="plan"),
    path("tasks/T-<int:task>/plan-again", steer.plan_again, name="plan_again"),
    path("tasks/T-<int:task>/goals/new", steer.add, name="add_goal"),
    path("tasks/T-<int:task>/goals/<int:goal>", steer.steer, name="steer_goal"),
    path("tasks/T-<int:task>/pause", live.pause, name="pause"),
    path("tasks/T-<int:task>/resume", live.resume, name="resume"),
    path("tasks/T-<int:task>/step", live.step_once, name="step_once"),
    path("tasks/T-<int:task>/retry", live.retry, name="retry"),
    path("tasks/T-<int:task>/stop", live.stop, name="stop"),
    path("tasks/T-<int:task>/delete", live.delete, name="delete_task"),
    path("tasks/T-<int:task>/files/<slug:ending>", exports.report_file, name="report_file"),
    path("settings", room.settings, name="settings"),
    path("", include("research.web.desk_urls")),
    path("", include("research.web.money_urls")),
    path("sources", sources.source_list, name="source_list"),
    path("sources/S-<int:source>", sources.source, name="source"),
    path("uploads", sources.upload_list, name="upload_list"),
    path("uploads/<int:upload>", sources.upload, name="upload"),
    path("uploads/<int:upload>/delete", sources.delete_upload, name="delete_upload"),
]
