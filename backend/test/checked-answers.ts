// The set-up of each end-to-end spec file. The worker loads this module once, so `fetch` is replaced once.
import './checked-fetch.ts';
