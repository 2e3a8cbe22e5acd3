/** The demo is a part of the landing page that CSS shows while the URL has this hash. So it needs no script, and Back works. */
export const DEMO = '#demo';
