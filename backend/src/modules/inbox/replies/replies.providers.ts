import { LookUpReplyNow } from './look-up-reply-now.ts';
import { Replies } from './replies.ts';
import { ReplyProof } from './reply-proof.ts';
import { ReplyContexts } from './reply-contexts.ts';
import { ReplyEffect } from './reply.kind.ts';
import { ReplyPreparation } from './reply-preparation.ts';
import { ReplyRows } from './reply-rows.ts';
import { RequestReplyHandler } from './request-reply.command.ts';
import {
  CancelReplyHandler,
  CheckReplyHandler,
  ConfirmReplyHandler,
  RetryReplyHandler,
} from './settle-reply.commands.ts';

export const replyProviders = [
  ReplyRows,
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
