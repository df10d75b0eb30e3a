/** Whether a script asks, which shows the answer itself: a browser that sends a form asks for a page. */
export function wantsJson(request: Request): boolean {
  return request.headers.get("Accept") === "application/json";
}
