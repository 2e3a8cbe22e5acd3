/** The time for which a message is visible before the page changes, from the product specification. */
const LEAVE_MS = 2_000;

/** Opens the posts with a full page load, which drops the scripts of Stripe. @returns a function that cancels the change of page */
export function leaveSoon(): () => void {
  const timer = setTimeout(() => {
    window.location.assign('/');
  }, LEAVE_MS);
  return () => {
    clearTimeout(timer);
  };
}
