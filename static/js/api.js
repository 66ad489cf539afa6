// Swagger's own page starts itself from an element of the body that isn't ours to give; this is the same start within our page.
(() => {
  const place = document.getElementById("swagger-ui");
  const settings = JSON.parse(document.getElementById("swagger-settings").textContent);
  SwaggerUIBundle({
    ...settings,
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    requestInterceptor: (request) => {
      request.headers["X-CSRFToken"] = place.dataset.token;
      return request;
    },
  });
})();
