import { LookUpReplyNow } from './look-up-reply-now.ts';
import { Replies } from './replies.ts';
import { ReplyProof } from './reply-proof.ts';
import { ReplyContexts } from './reply-contexts.ts';
import { ReplyEffect } from './reply.kind.ts';
import { ReplyPreparation } from './reply-preparation.ts';
import { RequestReplyHandler } from './request-reply.command.ts';
import {
  CancelReplyHandler,
  CheckReplyHandler,
  ConfirmReplyHandler,
  RetryReplyHandler,
} from './settle-reply.commands.ts';

export const replyProviders = [
  ReplyContexts,
  ReplyPreparation,
  ReplyEffect,
  Replies,
  LookUpReplyNow,
  ReplyProof,
  RequestReplyHandler,
  CheckReplyHandler,
  RetryReplyHandler,
  ConfirmReplyHandler,
  CancelReplyHandler,
];
