/** From the product spec: how long a message is visible before the page leaves. */
const LEAVE_MS = 2_000;

/** Goes to the posts by a full load, which drops everything that Stripe has loaded. @returns a function that cancels it */
export function leaveSoon(): () => void {
  const timer = setTimeout(() => {
    window.location.assign('/');
  }, LEAVE_MS);
  return () => {
    clearTimeout(timer);
  };
}
