import {
  COVER_PROBLEMS,
  DELETION_PROBLEMS,
  TARGET_PROBLEMS,
  WARNINGS,
} from '@posthorn/contracts/scheduling/target-problems';

/** Why an account of a post has a problem, by the code of the server. The server sends the same sentence in English with the code. */
export const PROBLEM_SENTENCES = {
  target: TARGET_PROBLEMS,
  deletion: DELETION_PROBLEMS,
  cover: COVER_PROBLEMS,
  warning: WARNINGS,
} as const;
