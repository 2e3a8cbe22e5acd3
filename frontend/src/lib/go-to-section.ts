/** Leads the eye and the focus to a section: to the heading that has its id, and to the card around that. */
export function goToSection(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  (heading.closest('section') ?? heading).scrollIntoView();
  // A heading takes the focus only when it is told so, and is no stop for the Tab key.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
