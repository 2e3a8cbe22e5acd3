/** Of the product spec: so long a message is in sight before the page goes. */
const LEAVE_MS = 2_000;

/** Goes to the posts by a full load: what Stripe has brought along stays behind. @returns takes it back */
export function leaveSoon(): () => void {
  const timer = setTimeout(() => {
    window.location.assign('/');
  }, LEAVE_MS);
  return () => {
    clearTimeout(timer);
  };
}
