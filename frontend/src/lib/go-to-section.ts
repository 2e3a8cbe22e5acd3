/** Scrolls to the section around the heading with this id, and focuses the heading. */
export function goToSection(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  (heading.closest('section') ?? heading).scrollIntoView();
  // `tabIndex` -1 lets a script focus the heading, but keeps it out of the Tab order.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
