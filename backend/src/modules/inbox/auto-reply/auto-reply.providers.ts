import { AutoReplies } from './auto-replies.ts';
import { AutoReplyCaps } from './auto-reply-caps.ts';
import { AutoReplySwitches } from './auto-reply-switches.ts';
import { CommentsAtHand } from './comments-at-hand.ts';
import { DryRunAutoReplyHandler } from './dry-run-auto-reply.query.ts';
import { FollowPlan } from './follow-plan.process.ts';
import { HideUnwanted } from './hide-unwanted.process.ts';
import { WriteAutoReply } from './write-auto-reply.ts';

export const autoReplyProviders = [
  AutoReplyCaps,
  AutoReplySwitches,
  CommentsAtHand,
  WriteAutoReply,
  AutoReplies,
  FollowPlan,
  HideUnwanted,
  DryRunAutoReplyHandler,
];
