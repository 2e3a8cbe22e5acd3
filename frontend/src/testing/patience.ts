import { configure } from '@testing-library/dom';

// Screens and cards are fetched when they are wanted, and the first one in a file on a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });
