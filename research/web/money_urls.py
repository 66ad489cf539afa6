"""Addresses of cost, prices and budgets."""

from django.urls import path

from research.web import costs, prices

urlpatterns = [
    path("tasks/T-<int:task>/cost", costs.of_task, name="task_cost"),
    path("settings/cost", costs.of_workspace, name="cost"),
    path("settings/prices", prices.prices, name="prices"),
    path("settings/prices/model", prices.set_price, name="set_price"),
    path("settings/prices/search", prices.set_fee, name="set_fee"),
    path("settings/prices/budget", prices.set_budget, name="set_budget"),
    path("settings/prices/fill-in", prices.fill_in, name="fill_in_prices"),
]
