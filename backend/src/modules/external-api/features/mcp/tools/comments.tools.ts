import { replyExternally } from '@posthorn/contracts/external/replies.http';
import { idempotencyKey } from './posts.tools.ts';
import { id, inBody, inPath, required, notSent, text, type Tool } from './tool.ts';

export const commentTools: readonly Tool[] = [
  {
    name: 'reply_to_comment',
    title: 'Answer a comment in public',
    call: replyExternally,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    description:
      'Sends a public reply to a comment at once. It cannot be undone. Call it only after the user has seen this exact text and agreed. `reply.state` says whether the reply has arrived.',
    arguments: {
      comment_id: inPath(id('As in list_comments.'), 'id'),
      text: required(inBody(text('The reply.'), 'replyText')),
      idempotency_key: idempotencyKey,
      confirm: notSent({ const: true, description: 'True: the user has agreed to this exact text.' }),
    },
    strangers: ['commentText', 'commenterUsername', 'commenterName', 'accountName', 'reply.problem.words'],
  },
];
