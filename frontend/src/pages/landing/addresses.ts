/** The hash of the demo. CSS shows the demo on the landing page while the URL has this hash, so no script is needed and Back works. */
export const DEMO = '#demo';
