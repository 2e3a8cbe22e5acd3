export interface paths {
  '/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show whose token this is
     * @description User, plan, scopes of the token and what is left of the plan. The connection test of automation tools.
     */
    get: operations['externalMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/platforms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the platforms
     * @description All twelve, each with what it takes and the accounts of this user there.
     */
    get: operations['externalPlatforms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the connected accounts
     * @description Accounts are connected in the app, by the person whose they are.
     */
    get: operations['externalAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List posts
     * @description What is scheduled, the next one first; then what was, the latest first. Programs that look for new posts ask with `order=newest`. A page ends at 1 MB, so it may have fewer posts than its limit. Texts, choices and files of single accounts are left out, and such a post is `brief`: the post itself has them, and so has the list with `include=targets`.
     */
    get: operations['listExternalPosts'];
    put?: never;
    /**
     * Schedule a post
     * @description Names what to publish, where and when. With `?dry_run=true` nothing is stored, and the answer says what each account would say to it. With an `Idempotency-Key` the same request may be sent again for 24 hours, after a time-out or a crash, and is answered with the same post; without one a repeated request makes a second post. A refused request uses up no key.
     */
    post: operations['createPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a post
     * @description How far publishing has come on each account, and where the published post is.
     */
    get: operations['showExternalPost'];
    /**
     * Change a scheduled post
     * @description Whatever is left out stays as it is, and so do the accounts. With `revision` the change is refused if the post has changed since you read it. Refused from the moment that publishing begins. The answer to a token without `posts:read` has no words and no files.
     */
    put: operations['editExternalPost'];
    post?: never;
    /**
     * Delete or archive a post
     * @description A scheduled post is cancelled, any other leaves the list; what is published stays on its platforms. Asked again, it answers the same.
     */
    delete: operations['deleteExternalPost'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show every step of a post
     * @description Who did what and when, each attempt to publish included. Steps of a program carry the name of its token.
     */
    get: operations['externalHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show figures of all posts
     * @description A figure that no platform gives, or that the plan does not show, is null and never 0.
     */
    get: operations['statistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posts/{id}/targets/{accountId}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish again on one account
     * @description For an account where publishing failed, was cancelled or is unknown. An unknown one is looked for on its platform first, so that nothing appears twice; `lookUntil` says how long.
     */
    post: operations['retryExternalTarget'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posts/{id}/targets/{accountId}/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a platform whether the post is there
     * @description For an account whose outcome is `unknown`. At most 60 times an hour.
     */
    post: operations['checkExternalTarget'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload files, or have one fetched
     * @description A form with up to ten files in its field `media`: JPEG, PNG, WebP, GIF, MP4 or MOV of up to 50 MB each; or JSON with the address of one file, which is fetched at once, in 30 seconds at most. A post names them by the `mediaUrl` of the answer. What no post uses is deleted after a day. With an `Idempotency-Key` the same files are stored once, however often the request is sent; other files with that key are refused.
     */
    post: operations['uploadExternalMedia'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/replies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List comments that wait for a reply
     * @description What nobody has read or answered yet, the newest first.
     */
    get: operations['waitingReplies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/comments/{id}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a comment
     * @description Waits up to five seconds for proof that the reply is there. With an `Idempotency-Key` the same words to the same comment leave once, however often the request is sent; other words with that key are refused.
     */
    post: operations['replyExternally'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/comments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Mark a comment as read or new
     * @description A comment that has an answer stays answered.
     */
    patch: operations['markExternally'];
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what has happened
     * @description The oldest first, kept for 90 days. Keep `cursor` and send it as `after` the next time: so each event is seen once, whatever happens in between.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow what happens
     * @description Server-sent events: `id` is the id of the event, `event` its type, `data` the event as JSON. Begins after `Last-Event-ID`, else after `after`, else now: first what was missed, then what happens. A line of comment comes every 15 seconds. Across a reconnect an event may come twice; its id tells. At most three streams of one token.
     */
    get: operations['eventStream'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description The newest first.
     */
    get: operations['listExternalWebhooks'];
    put?: never;
    /**
     * Add a webhook
     * @description From now on each event of these types is sent there by POST, signed by Standard Webhooks with the secret that is shown this once. The body is `{ id, type, timestamp, data }` with the id, type and data of the event. Only a 2xx answer within 15 seconds counts; otherwise it is tried again for three days, with the same `webhook-id`. The webhook keeps the scopes of the token that makes it and ends with that token, unless a person takes it over in Settings. Beside `webhooks:write` each type takes `events:read`, or the scope that reads what the event is about: `posts:read` for posts and publications, `accounts:read`, `comments:read` for comments and replies; `plan.changed` takes none of them. `*` means all that the token may hear.
     */
    post: operations['createExternalWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a webhook
     * @description Whether it works, and since when it does not.
     */
    get: operations['showExternalWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description What still waits is not sent any more.
     */
    delete: operations['deleteExternalWebhook'];
    options?: never;
    head?: never;
    /**
     * Change or resume a webhook
     * @description What is left out stays. A suspended webhook that is resumed first gets what was kept for it meanwhile. Only the token that made it changes it, here and in the calls below.
     */
    patch: operations['changeExternalWebhook'];
    trace?: never;
  };
  '/webhooks/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a new secret
     * @description For 24 hours deliveries are signed with both, so that a receiver can change over.
     */
    post: operations['rotateExternalWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test
     * @description Sends an event of the type `webhook.test` now, and says what came back; 200 also when the receiver refused.
     */
    post: operations['testExternalWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description What was sent and what waits, the newest first; kept for 30 days.
     */
    get: operations['listExternalDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/deliveries/{eventId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again
     * @description At once, and from its first try on.
     */
    post: operations['redeliverExternal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send all since an event
     * @description What came after a kept delivery is sent again, also what arrived; 10000 at most.
     */
    post: operations['replayExternal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this document
     * @description OpenAPI 3.1. Needs no token; ask with `If-None-Match` to learn whether it has changed.
     */
    get: operations['openApiDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @enum {string} */
    AccountStatus: 'active' | 'needs-reconnect';
    Accounts: components['schemas']['ExternalAccount'][];
    /** @enum {string} */
    ApiScope:
      | 'posts:read'
      | 'posts:write'
      | 'media:write'
      | 'accounts:read'
      | 'comments:read'
      | 'comments:write'
      | 'events:read'
      | 'webhooks:write';
    /** @description Whatever is left out stays as it is; without `scheduledFor` so do `timezone` and `localTime`. */
    ChangePostRequest: {
      title?: string;
      content?: string;
      hashtags?: string;
      /** Format: date-time */
      scheduledFor?: string;
      timezone?: string;
      localTime?: string;
      aiRepliesEnabled?: boolean;
      /** @description The `revision` of the post that this change was made on. Where the post has changed since, nothing is stored: 409 `scheduling.post-changed`. Left out: the change is taken whatever came between. */
      revision?: number;
      /** @description Of accounts that the post has. Those that are left out keep what they have. */
      targets?: components['schemas']['TargetRequest'][];
      mediaFiles?: components['schemas']['MediaFileRequest'][];
    };
    /** @description What is left out stays. `resume` sends again, and first what was kept meanwhile. */
    ChangeWebhookRequest: {
      url?: string;
      types?: string[];
      /** @constant */
      resume?: true;
    };
    /** @description A comment and what becomes of the answer that was given here; null: none was asked for. Without the scope `comments:read` its words and its author are empty. */
    Comment: {
      reply: components['schemas']['ReplyView'] | null;
      id: number;
      /** @description Null where the comment is under something that was not published with Posthorn. */
      postId: number | null;
      platform: components['schemas']['Platform'];
      accountId: number;
      accountName: string;
      /** @description Name or handle of its author, as people know them there. */
      commenterUsername: string;
      commenterName: string | null;
      commentText: string;
      status: components['schemas']['CommentStatus'];
      sentiment: components['schemas']['Sentiment'];
      /**
       * Format: date-time
       * @description UTC instant at which it was written.
       */
      createdAt: string;
      permalink: string | null;
    };
    /** @enum {string} */
    CommentStatus: 'new' | 'ai_reply' | 'manual_reply' | 'read';
    /** @description A post to be scheduled. It goes to the accounts that `platforms`, `accountIds` or `targets` name; one of them has to. */
    CreatePostRequest: {
      /** @description The text that every account gets, unless `targets` has another one for it. */
      content: string;
      /** @description Every active account of each of them. */
      platforms?: components['schemas']['Platform'][];
      /** @description Beside `platforms` it narrows these; alone it names the accounts. */
      accountIds?: number[];
      /**
       * Format: date-time
       * @description When to publish: ISO 8601 with an offset, as in `2030-01-01T13:00:00Z`.
       */
      scheduledFor: string;
      /** @description With or without `#`. Left out: those of the post defaults. Empty: none. */
      hashtags?: string[] | string;
      /** @description The same as `media` with one file. */
      mediaUrl?: string;
      /** @description Files in the order of the post. Each `url` is that of an upload, or any https address, from which it is fetched at once; that takes the scope `media:write`. */
      media?: {
        url: string;
        /** @description What the file shows, for people who do not see it. */
        altText?: string;
      }[];
      /** @description Where a platform has titles. */
      title?: string;
      /** @description Own texts, files and options of single accounts. */
      targets?: components['schemas']['TargetRequest'][];
      /** @description IANA zone in which the time was chosen, as in `Europe/Paris`; for showing it. */
      timezone?: string;
      /** @description The time on the clock there, as in `2030-01-01T14:00`; for showing it. */
      localTime?: string;
      /** @description Whether comments are answered automatically. Needs Premium, and `true` the scope `comments:write`. */
      aiReplies?: boolean;
    };
    CreateWebhookRequest: {
      url: string;
      types: string[];
    };
    /** @description Standard Webhooks: `whsec_` and 32 bytes as base64. Shown this once. */
    CreatedWebhook: {
      secret: string;
      id: string;
      url: string;
      /** @description Types of events, or all that begin alike: `post.*`; `*` for all there are. */
      types: string[];
      state: components['schemas']['WebhookState'];
      suspendedBecause: components['schemas']['SuspensionReason'] | null;
      /** Format: date-time */
      pausedUntil: string | null;
      /** Format: date-time */
      lastSuccessAt: string | null;
      /**
       * Format: date-time
       * @description Since when nothing has arrived; null: the last delivery did, or there was none.
       */
      failingSince: string | null;
      /** Format: date-time */
      addedAt: string;
      /** @description The API token that made it, with which it ends; null: it is its owner's, for as long as they like. */
      tokenId: string | null;
      /** @description The scopes of its token: it gets only events that these open. Null: it gets all events. */
      scopes: components['schemas']['ApiScope'][] | null;
      /** @description An API token made it before webhooks kept the scopes of their token: it gets all events and outlives that token. Its owner is asked to take it over or to delete it; until then it goes on. */
      asksOwner: boolean;
    };
    Delivery: {
      eventId: string;
      type: string;
      state: components['schemas']['DeliveryState'];
      attempts: number;
      lastStatus: number | null;
      lastAnswer: string | null;
      lastError: string | null;
      /**
       * Format: date-time
       * @description When it is tried next; null: it is not, or not before the webhook is resumed.
       */
      nextAt: string | null;
      /**
       * Format: date-time
       * @description When the event happened.
       */
      at: string;
    };
    DeliveryPage: {
      items: components['schemas']['Delivery'][];
      nextCursor: string | null;
    };
    /** @enum {string} */
    DeliveryState: 'waiting' | 'delivered' | 'failed';
    /** @description What would become of a post; nothing of it is stored. `limits.scheduledPosts.max` null: as many as you like. */
    DryRun: {
      /** @constant */
      dryRun: true;
      wouldCreate: boolean;
      accounts: components['schemas']['PrecheckView'][];
      limits: {
        scheduledPosts: {
          used: number;
          max: number | null;
        };
      };
    };
    /** @description A further copy of a published post; what is deleted has no permalink any more. */
    DuplicateView: {
      remoteId: string;
      permalink: string | null;
      remoteDeletion: components['schemas']['RemoteDeletion'];
      remoteDeletionProblem: components['schemas']['TargetProblem'] | null;
    };
    /** @description One thing that happened. `id` is the same everywhere: cursor of the feed, `id:` of the stream, `webhook-id`. */
    Event:
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.scheduled';
          /** Format: date-time */
          at: string;
          data: {
            /** Format: date-time */
            scheduledFor: string;
            accounts: {
              accountId: number;
              platform: components['schemas']['Platform'];
            }[];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.edited';
          /** Format: date-time */
          at: string;
          data: {
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.rescheduled';
          /** Format: date-time */
          at: string;
          data: {
            /** Format: date-time */
            scheduledFor: string;
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.cancelled';
          /** Format: date-time */
          at: string;
          data: {
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.archived';
          /** Format: date-time */
          at: string;
          data: {
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.restored';
          /** Format: date-time */
          at: string;
          data: {
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'post.publishing';
          /** Format: date-time */
          at: string;
          /** @description From here on its words, files and accounts stay as they are. */
          data: {
            accounts: {
              accountId: number;
              platform: components['schemas']['Platform'];
            }[];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.published';
          /** Format: date-time */
          at: string;
          /** @description `remoteId` and `permalink`: null where nobody knows them. */
          data: {
            remoteId: string | null;
            permalink: string | null;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.accepted';
          /** Format: date-time */
          at: string;
          /** @description The platform took it and is still working on it; it is asked again at `nextAt`. */
          data: {
            /** Format: date-time */
            nextAt: string;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.failed';
          /** Format: date-time */
          at: string;
          /** @description It is not there, and not tried again by itself. */
          data: {
            reason: string;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.retrying';
          /** Format: date-time */
          at: string;
          /** @description It is tried again at `nextAt`; `reason` null: because somebody wants it, or because the account works again. */
          data: {
            reason: string | null;
            /** Format: date-time */
            nextAt: string;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.unknown';
          /** Format: date-time */
          at: string;
          /** @description Nobody can tell whether it is there. It is looked for at `nextAt`; null: only a person can tell. */
          data: {
            reason: string | null;
            /** Format: date-time */
            nextAt: string | null;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.postponed';
          /** Format: date-time */
          at: string;
          /** @description It waits until `nextAt`; null: until the account is connected again. */
          data: {
            reason: string;
            /** Format: date-time */
            nextAt: string | null;
            attemptId: string | null;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.warned';
          /** Format: date-time */
          at: string;
          /** @description Something would keep it from being published at `nextAt`. */
          data: {
            reason: string;
            /** Format: date-time */
            nextAt: string;
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'publication.deleted';
          /** Format: date-time */
          at: string;
          /** @description The post was deleted there, or a second copy of it. */
          data: {
            accountId: number;
            platform: components['schemas']['Platform'];
            postId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'account.connected';
          /** Format: date-time */
          at: string;
          data: {
            accountId: number;
            platform: components['schemas']['Platform'];
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'account.needs_reconnect';
          /** Format: date-time */
          at: string;
          data: {
            accountId: number;
            reason: string;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'account.disconnected';
          /** Format: date-time */
          at: string;
          data: {
            accountId: number;
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'comment.received';
          /** Format: date-time */
          at: string;
          /** @description `postId` null: the post was not sent from here. `isBacklog`: it was old already when it was first seen. */
          data: {
            postId: number | null;
            isBacklog: boolean;
            commentId: number;
            accountId: number;
            platform: components['schemas']['Platform'];
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'reply.sent';
          /** Format: date-time */
          at: string;
          data: {
            replyId: string;
            kind: components['schemas']['ReplyKind'];
            remoteId: string | null;
            permalink: string | null;
            attemptId: string | null;
            commentId: number;
            accountId: number;
            platform: components['schemas']['Platform'];
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'reply.failed';
          /** Format: date-time */
          at: string;
          /** @description It is not there, and not tried again by itself. */
          data: {
            replyId: string;
            reason: string;
            attemptId: string | null;
            commentId: number;
            accountId: number;
            platform: components['schemas']['Platform'];
          };
        }
      | {
          /** @description `evt_` and a UUID. */
          id: string;
          /** @constant */
          type: 'plan.changed';
          /** Format: date-time */
          at: string;
          /** @description `plan` null: one cause of Premium has ended, and another may hold; `GET /api/external/me` tells the plan. */
          data: {
            plan: components['schemas']['Plan'] | null;
          };
        };
    /** @description `cursor`: for the next `after`, also where no event matched. `more`: there are events after it. */
    EventPage: {
      events: components['schemas']['Event'][];
      cursor: string;
      more: boolean;
    };
    /** @description A connected account, without what only screens do with it. */
    ExternalAccount: {
      id: number;
      platform: components['schemas']['Platform'];
      /** @description As people know it there, e.g. `ana.bsky.social` or `ana@mastodon.social`. */
      accountName: string;
      displayName: string | null;
      status: components['schemas']['AccountStatus'];
      /** Format: date-time */
      connectedAt: string;
      /** @description Where the account lives when the platform has many homes: the PDS or the instance. */
      server: string | null;
      limits: components['schemas']['PlatformLimits'];
      /** @description Published posts can be deleted on the platform: it offers that, and the owner of the account has granted it. */
      deletesPosts: boolean;
    };
    /** @description `configured`: accounts can be connected on this installation. `limits` null: nothing can be published there. */
    ExternalPlatform: {
      connected: {
        id: number;
        /** @description As people know it there, e.g. `ana.bsky.social` or `ana@mastodon.social`. */
        accountName: string;
        displayName: string | null;
        status: components['schemas']['AccountStatus'];
      }[];
      platform: components['schemas']['Platform'];
      /** @description As people know it. */
      name: string;
      /** @description Accounts can be connected here and now. */
      configured: boolean;
      capabilities: components['schemas']['PlatformCapabilities'];
      /** @description Null where nothing can be published. An account may have limits of its own: see the list of accounts. */
      limits: components['schemas']['PlatformLimits'] | null;
    };
    /** @description A file on the web: fetched once, by https, up to 50 MB in 30 s. */
    FetchMediaRequest: {
      url: string;
    };
    History: {
      postId: number;
      /**
       * Format: date-time
       * @description The instant that was asked for, or null for all of it.
       */
      at: string | null;
      events: components['schemas']['HistoryEntry'][];
      /** @description Where not all steps of comments are among the events: `shown` of the `steps` that the `read` newest of `total` comments have, the newest ones. The export has all. */
      commentsCut?: {
        shown: number;
        steps: number;
        read: number;
        total: number;
      };
      /** @description The post as it was at `at` (or is now); null before it was scheduled. */
      post: components['schemas']['Post'] | null;
    };
    /** @description One stored event of a post, of one of its publications or of a comment under one, in log order. */
    HistoryEntry: {
      id: string;
      stream: string;
      revision: number;
      type: string;
      /**
       * Format: date-time
       * @description Business time, UTC.
       */
      at: string;
      actor: {
        /** @enum {string} */
        kind: 'user' | 'apiToken' | 'rule' | 'system';
        id: string;
        name: string;
      };
      correlationId: string;
      causationId: string;
      accountId: number | null;
      platform: string | null;
      accountName: string | null;
      attempt: number | null;
      /** @description SHA-256 of what was sent, so that two attempts can be compared. */
      requestFingerprint: string | null;
      remoteId: string | null;
      permalink: string | null;
      /** @description One plain sentence for the timeline. */
      summary: string;
      /** @description Of a comment's events alone. `author` wrote the comment, null once that is erased; `words`: what the comment or the reply to it says, null where this event says nothing or its words are erased. */
      comment?: {
        id: number;
        author: string | null;
        words: string | null;
      };
      /** @description The event's data as the owner may see it: personal fields decrypted, no secrets (events never hold any). */
      data: {
        [key: string]: unknown;
      };
    };
    MarkCommentRequest: {
      /** @enum {string} */
      status: 'read' | 'new';
    };
    /** @description Whose token it is, and what it may do: the connection test of automation tools. What is left of its calls is in the `RateLimit` headers of this answer as of every other. */
    Me: {
      id: string;
      username: string;
      plan: components['schemas']['Plan'];
      entitlements: {
        scheduledPosts: number | null;
        connectedAccounts: number | null;
        /** @description Bytes of pictures and films that are kept. */
        mediaBytes: number;
        /** @description A profile that tells the model how its owner talks. */
        personality: boolean;
        aiSuggestions: boolean;
        /** @description Replies that leave, or are drafted, by themselves. */
        aiReplies: boolean;
        /** @description The words "via …" on what is published, wherever a platform allows them. */
        suffix: boolean;
      };
      token: {
        id: string;
        name: string;
        scopes: components['schemas']['ApiScope'][];
        /**
         * Format: date-time
         * @description Null: it has no end date. Once this is past the token opens nothing.
         */
        expiresAt: string | null;
      };
      /** @description `max` null: as many as you like. */
      limits: {
        scheduledPosts: {
          used: number;
          max: number | null;
        };
      };
    };
    /** @description `mediaUrl` names an upload of the same user; everything else about a file is ignored and taken from our own row. */
    MediaFileRequest: {
      mediaUrl: string;
      altText?: string;
    };
    MediaFileView: {
      mediaUrl: string;
      /** @enum {string} */
      mediaType: 'image' | 'video';
      mimeType: string;
      /** @description Bytes of the stored file. */
      mediaSize: number;
      originalName: string;
      order: number;
      /** @description Small still JPEG or WebP for lists; null for videos (the browser draws the frame at 2 s). */
      thumbnailUrl: string | null;
      width: number | null;
      height: number | null;
      /** @description Of videos, when their file tells it, and of GIF animations, once through. */
      durationSeconds: number | null;
      altText: string | null;
    };
    /** @description Of one field. A number is a moment of a video: whole milliseconds from its beginning. */
    OptionValue: string | boolean | number;
    /** @enum {string} */
    Plan: 'free' | 'premium';
    /** @enum {string} */
    Platform:
      | 'facebook'
      | 'instagram'
      | 'twitter'
      | 'tiktok'
      | 'linkedin'
      | 'youtube'
      | 'snapchat'
      | 'pinterest'
      | 'threads'
      | 'bluesky'
      | 'mastodon'
      | 'substack';
    /** @description What a platform lets any app do through its official interface. The same table serves screens, API and worker. */
    PlatformCapabilities: {
      /** @description A post of text alone. */
      text: boolean;
      images: boolean;
      video: boolean;
      /** @description Comments on own posts can be read. */
      comments: boolean;
      reply: boolean;
      /** @description Of comments. */
      hide: boolean;
      delete: boolean;
      /** @description A published post can be taken down through the interface. */
      deletePost: boolean;
      analytics: {
        likes: boolean;
        comments: boolean;
        shares: boolean;
        saves: boolean;
        quotes: boolean;
        impressions: boolean;
        views: boolean;
        reach: boolean;
        clicks: boolean;
      };
      /** @description Replies that no person approved are allowed by the platform's rules. */
      automaticReplies: boolean;
    };
    /** @description What one account accepts: sizes in bytes, times in seconds, ratios as width divided by height. Published by the account's own server where it tells; else the platform's documented values. A bound that is left out is none that the platform names. */
    PlatformLimits: {
      platform: components['schemas']['Platform'];
      text: {
        max: number;
        count: components['schemas']['TextCount'];
        maxBytes?: number;
        requiresMedia: boolean;
        /** @description A post without a text is refused even when it has a file. */
        required?: boolean;
        hashtags?: number;
        mentions?: number;
        /** @description Distinct web addresses. */
        links?: number;
        /** @description The text goes out with this choice only; with any other it is left away, and how long it is does not matter. */
        onlyWith?: {
          option: string;
          value: string;
        };
        /** @description Characters that the platform refuses, e.g. `<>`. */
        forbidden?: string;
      };
      /** @description Left out where posts have no title of their own. */
      title?: {
        max: number;
        count: components['schemas']['TextCount'];
        required: boolean;
        forbidden?: string;
      };
      media: {
        images: number;
        videos: number;
        /** @description May images and a video travel in one post? */
        mixed: boolean;
        /** @description Largest file accepted as it is; larger images are recompressed by us. */
        imageBytes: number;
        videoBytes: number;
        /** @description Images of other types are converted by us, but for GIF animations: they would stand still. */
        imageTypes: string[];
        /**
         * @description Images go with a video only, whose cover they become.
         * @constant
         */
        imagesAreCovers?: true;
        /** @description What holds for GIF animations besides, where `imageTypes` has them. `alone`: as the only file of a post. */
        gif?: {
          bytes?: number;
          width?: number;
          height?: number;
          alone?: boolean;
        };
        videoTypes: string[];
        imageRatio?: components['schemas']['Span'];
        imagePixels?: number;
        videoRatio?: components['schemas']['Span'];
        videoSeconds?: components['schemas']['Span'];
        /** @description Shortest sides of a video in pixels. */
        videoWidthMin?: number;
        videoHeightMin?: number;
        /** @description 0: the platform takes no descriptions of files; ours are not sent. */
        altTextMax: number;
      };
      /** @description Posts that one account may publish in 24 hours. */
      postsPerDay?: number;
      /** @description Day on which these values were last confirmed, ISO date. */
      confirmed: string;
      /** @description The free plan's suffix is left out where a platform forbids promotional text. */
      promotionalTextAllowed: boolean;
    };
    Platforms: components['schemas']['ExternalPlatform'][];
    Post: {
      id: number;
      /** @description Grows, not by one, with each change of the post itself; what becomes of its targets leaves it alone. An edit may name it. */
      revision: number;
      userId: string;
      title: string | null;
      content: string;
      hashtags: string | null;
      mediaUrl: string | null;
      /**
       * Format: date-time
       * @description UTC instant, ISO 8601.
       */
      scheduledFor: string;
      /** @description IANA zone in which the time was chosen, when the client said so. */
      timezone: string | null;
      status: components['schemas']['PostStatus'];
      /** @description It needs its owner: a target failed, waits until its account is connected again, or has an unknown outcome; one that is still to come is on a disconnected account; or deleting it on its platform failed or waits for the account. */
      attention: boolean;
      /** @description Publishing has begun: no edit and no delete until it is settled. */
      publishing: boolean;
      /** @description The first of `selectedPlatforms`; kept for clients of the first API. */
      platform: components['schemas']['Platform'] | null;
      selectedPlatforms: components['schemas']['Platform'][];
      selectedAccountIds: number[];
      /** @description Two accounts on one platform fold to the least finished. */
      platformStatuses: {
        facebook?: components['schemas']['TargetStatus'];
        instagram?: components['schemas']['TargetStatus'];
        twitter?: components['schemas']['TargetStatus'];
        tiktok?: components['schemas']['TargetStatus'];
        linkedin?: components['schemas']['TargetStatus'];
        youtube?: components['schemas']['TargetStatus'];
        snapchat?: components['schemas']['TargetStatus'];
        pinterest?: components['schemas']['TargetStatus'];
        threads?: components['schemas']['TargetStatus'];
        bluesky?: components['schemas']['TargetStatus'];
        mastodon?: components['schemas']['TargetStatus'];
        substack?: components['schemas']['TargetStatus'];
      };
      targets: components['schemas']['TargetView'][];
      /** @description True in lists, where accounts have texts, choices or files of their own: `targets` has none of them (`content` and `mediaUrls` are null, `options` empty), and the post itself has them. */
      brief: boolean;
      aiRepliesEnabled: boolean;
      mediaFiles: components['schemas']['MediaFileView'][];
      /** Format: date-time */
      createdAt: string;
    };
    PostPage: {
      items: components['schemas']['Post'][];
      nextCursor: string | null;
    };
    /** @enum {string} */
    PostStatus: 'scheduled' | 'posted' | 'failed';
    /** @description What one account would say to a post. `used` and `max` as its platform counts a text. */
    PrecheckView: {
      accountId: number;
      ok: boolean;
      problems: {
        code: string;
        message: string;
      }[];
      text: {
        used: number;
        max: number;
      };
    };
    /** @description The body of every refusal, a problem by RFC 9457. `code` is the same for ever, and `type` leads to what it means; `message` and `detail` are a sentence for a person, `fields` has one for each part of the request that is to blame. */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description Of `external.cursor-gone` alone: the oldest event that there is; null: there is none. */
      oldest?: string | null;
      message: string;
      code: string;
      fields?: {
        [key: string]: string;
      };
      requestId: string;
    };
    /** @description The values of one target by the names of its fields. */
    PublishOptions: {
      [key: string]: components['schemas']['OptionValue'];
    };
    /**
     * @description How far deleting a published post on its platform has come; null: nobody asked for it.
     * @enum {string|null}
     */
    RemoteDeletion: 'requested' | 'deleted' | 'failed' | null;
    /** @description What became of a post that was to go. `cancelled`: nothing of it was sent. `archived`: publishing had begun, so it left the list, and what is out stays on its platforms until somebody has it deleted there. */
    Removal: {
      /** @enum {string} */
      outcome: 'cancelled' | 'archived';
      targets: components['schemas']['TargetView'][];
    };
    /** @description `more`: there were more events than `WEBHOOK.replayMax`; go on after `last`. */
    Replay: {
      deliveries: number;
      last: string | null;
      more: boolean;
    };
    /** @description The id of a delivery that is kept: all after it are sent, also those that arrived before. */
    ReplayRequest: {
      after: string;
    };
    /** @enum {string} */
    ReplyKind: 'manual' | 'ai';
    /** @description Why a reply waits, failed or is unknown; `words` are the platform's own. */
    ReplyProblem: {
      code: string;
      message: string;
      words: string | null;
    };
    ReplyRequest: {
      replyText: string;
    };
    /** @enum {string} */
    ReplyState: 'draft' | 'waiting' | 'sending' | 'sent' | 'unknown' | 'failed' | 'cancelled';
    ReplyView: {
      /** @description UUID, given by whoever asked for the reply or made by the server. */
      id: string;
      kind: components['schemas']['ReplyKind'];
      state: components['schemas']['ReplyState'];
      text: string;
      permalink: string | null;
      /**
       * Format: date-time
       * @description UTC instant.
       */
      sentAt: string | null;
      problem: components['schemas']['ReplyProblem'] | null;
      /** @description Set while it is looked for, or waits for another try: until when. */
      until: string | null;
      /** @description The comment was edited after this draft was written. */
      stale: boolean;
      /** @description Of a draft: why it was not sent without a person, as sentences. */
      reasons: string[];
    };
    /** @description `atOwnRisk` ends the waiting for an answer of the platform: the post may then appear twice. It takes the scope `posts:read` too, by which a program sees what is known of the post. */
    RetryTargetRequest: {
      atOwnRisk?: boolean;
    };
    /** @description Until `oldUntil` deliveries are signed with the old secret too. */
    RotatedSecret: {
      secret: string;
      /** Format: date-time */
      oldUntil: string;
    };
    /** @enum {string} */
    Sentiment: 'positive' | 'neutral' | 'negative';
    /** @description `history`: where it was asked for. */
    ShownPost: {
      history?: components['schemas']['History'];
      id: number;
      /** @description Grows, not by one, with each change of the post itself; what becomes of its targets leaves it alone. An edit may name it. */
      revision: number;
      userId: string;
      title: string | null;
      content: string;
      hashtags: string | null;
      mediaUrl: string | null;
      /**
       * Format: date-time
       * @description UTC instant, ISO 8601.
       */
      scheduledFor: string;
      /** @description IANA zone in which the time was chosen, when the client said so. */
      timezone: string | null;
      status: components['schemas']['PostStatus'];
      /** @description It needs its owner: a target failed, waits until its account is connected again, or has an unknown outcome; one that is still to come is on a disconnected account; or deleting it on its platform failed or waits for the account. */
      attention: boolean;
      /** @description Publishing has begun: no edit and no delete until it is settled. */
      publishing: boolean;
      /** @description The first of `selectedPlatforms`; kept for clients of the first API. */
      platform: components['schemas']['Platform'] | null;
      selectedPlatforms: components['schemas']['Platform'][];
      selectedAccountIds: number[];
      /** @description Two accounts on one platform fold to the least finished. */
      platformStatuses: {
        facebook?: components['schemas']['TargetStatus'];
        instagram?: components['schemas']['TargetStatus'];
        twitter?: components['schemas']['TargetStatus'];
        tiktok?: components['schemas']['TargetStatus'];
        linkedin?: components['schemas']['TargetStatus'];
        youtube?: components['schemas']['TargetStatus'];
        snapchat?: components['schemas']['TargetStatus'];
        pinterest?: components['schemas']['TargetStatus'];
        threads?: components['schemas']['TargetStatus'];
        bluesky?: components['schemas']['TargetStatus'];
        mastodon?: components['schemas']['TargetStatus'];
        substack?: components['schemas']['TargetStatus'];
      };
      targets: components['schemas']['TargetView'][];
      /** @description True in lists, where accounts have texts, choices or files of their own: `targets` has none of them (`content` and `mediaUrls` are null, `options` empty), and the post itself has them. */
      brief: boolean;
      aiRepliesEnabled: boolean;
      mediaFiles: components['schemas']['MediaFileView'][];
      /** Format: date-time */
      createdAt: string;
    };
    /** @description Both ends belong to it. */
    Span: {
      min: number;
      max: number;
    };
    /** @description Figures that nobody gives, or that the plan does not show, are null. `byPlatform`: posts that go there, or did. */
    Statistics: {
      stats: {
        likes: number | null;
        comments: number | null;
        shares: number | null;
        saves: number | null;
        quotes: number | null;
        impressions: number | null;
        views: number | null;
        reach: number | null;
        clicks: number | null;
        total: number;
        scheduled: number;
        posted: number;
        failed: number;
        byPlatform: {
          facebook?: number;
          instagram?: number;
          twitter?: number;
          tiktok?: number;
          linkedin?: number;
          youtube?: number;
          snapchat?: number;
          pinterest?: number;
          threads?: number;
          bluesky?: number;
          mastodon?: number;
          substack?: number;
        };
      };
      /** @description The latest time first. */
      recentPosts: components['schemas']['Post'][];
    };
    /** @enum {string} */
    SuspensionReason: 'gone' | 'failing' | 'token-ended' | 'not-me';
    TargetProblem: {
      code: string;
      message: string;
      words: string | null;
    };
    /** @description What one account gets instead of the shared text and files, and what its platform wants to know besides. */
    TargetRequest: {
      accountId: number;
      content?: string;
      options?: components['schemas']['PublishOptions'];
      /** @description Which files of the post the account gets, by `mediaUrl`, in this order; empty: none; null: all of them. Left out: all, or in an edit what the account had. 422 `scheduling.target-media-unknown` for a file that the post does not have, `scheduling.target-media-twice` for one that is named twice. A file that leaves the post leaves the selections that the same request does not name; one that joins the post joins no selection. */
      mediaUrls?: string[] | null;
    };
    /** @enum {string} */
    TargetStatus: 'scheduled' | 'publishing' | 'posted' | 'failed' | 'unknown';
    /** @description One connected account of a post, and how far publishing has come there. */
    TargetView: {
      accountId: number;
      platform: components['schemas']['Platform'];
      accountName: string;
      /** @description Its own text, as long as the account takes it; null when it gets the text of the post. */
      content: string | null;
      options: components['schemas']['PublishOptions'];
      /** @description Its own selection of the post's files, by `mediaUrl`, in its own order; empty: none of them; null: all, in their order. */
      mediaUrls: string[] | null;
      status: components['schemas']['TargetStatus'];
      remoteId: string | null;
      permalink: string | null;
      /** Format: date-time */
      publishedAt: string | null;
      attempts: number;
      /**
       * Format: date-time
       * @description Set while the next try waits (retry, rate limit): when it will be made.
       */
      nextAttemptAt: string | null;
      /** @description Why it failed, is unknown or waits; `words` are the platform's own. */
      problem: components['schemas']['TargetProblem'] | null;
      /**
       * Format: date-time
       * @description Set while it waits until its account is connected again: since when.
       */
      waitsSince: string | null;
      /** @description Found by a check shortly before it is due: what would keep it from being published. */
      warning: {
        code: string;
        message: string;
      } | null;
      /** @description The published post was asked to be deleted on its platform; once deleted it has no permalink any more. */
      remoteDeletion: components['schemas']['RemoteDeletion'];
      /** @description Why deleting it waits or failed. */
      remoteDeletionProblem: components['schemas']['TargetProblem'] | null;
      /** @description Why a published video is without the cover that was chosen; null where it has it, or may still get it. */
      coverProblem: components['schemas']['TargetProblem'] | null;
      /** @description Further copies of the published post on its platform: an attempt arrived after it was repeated. */
      duplicates: components['schemas']['DuplicateView'][];
      /**
       * Format: date-time
       * @description Set while the outcome is unknown and the platform is being asked: from then on it counts as not there, and is sent again, unless it was found. Null: a person decides.
       */
      lookUntil: string | null;
    };
    /** @description How a platform counts the characters of a text. */
    TextCount:
      | {
          /** @constant */
          by: 'graphemes';
        }
      | {
          /** @constant */
          by: 'codePoints';
        }
      | {
          /** @constant */
          by: 'utf16';
        }
      | {
          /** @constant */
          by: 'emojiBytes';
        }
      | {
          /** @constant */
          by: 'mastodon';
          urlLength: number;
        }
      | {
          /** @constant */
          by: 'xWeighted';
          urlLength: number;
        };
    Upload: {
      files: components['schemas']['MediaFileView'][];
    };
    /** @description A comment that nobody has read or answered yet. */
    WaitingComment: {
      id: number;
      /** @description Null where the comment is under something that was not published with Posthorn. */
      postId: number | null;
      platform: components['schemas']['Platform'];
      accountId: number;
      accountName: string;
      /** @description Name or handle of its author, as people know them there. */
      commenterUsername: string;
      commenterName: string | null;
      commentText: string;
      status: components['schemas']['CommentStatus'];
      sentiment: components['schemas']['Sentiment'];
      /**
       * Format: date-time
       * @description UTC instant at which it was written.
       */
      createdAt: string;
      permalink: string | null;
    };
    WaitingCommentPage: {
      items: components['schemas']['WaitingComment'][];
      nextCursor: string | null;
    };
    Webhook: {
      id: string;
      url: string;
      /** @description Types of events, or all that begin alike: `post.*`; `*` for all there are. */
      types: string[];
      state: components['schemas']['WebhookState'];
      suspendedBecause: components['schemas']['SuspensionReason'] | null;
      /** Format: date-time */
      pausedUntil: string | null;
      /** Format: date-time */
      lastSuccessAt: string | null;
      /**
       * Format: date-time
       * @description Since when nothing has arrived; null: the last delivery did, or there was none.
       */
      failingSince: string | null;
      /** Format: date-time */
      addedAt: string;
      /** @description The API token that made it, with which it ends; null: it is its owner's, for as long as they like. */
      tokenId: string | null;
      /** @description The scopes of its token: it gets only events that these open. Null: it gets all events. */
      scopes: components['schemas']['ApiScope'][] | null;
      /** @description An API token made it before webhooks kept the scopes of their token: it gets all events and outlives that token. Its owner is asked to take it over or to delete it; until then it goes on. */
      asksOwner: boolean;
    };
    /** @enum {string} */
    WebhookState: 'active' | 'paused' | 'suspended';
    /** @description What came back from the receiver. `status` null: nothing did, and `error` says why. */
    WebhookTest: {
      delivered: boolean;
      status: number | null;
      /** @description Its first kilobyte. */
      answer: string | null;
      error: string | null;
      tookMs: number;
    };
    Webhooks: components['schemas']['Webhook'][];
  };
  responses: {
    /**
     * @description `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
     *
     *     `request.malformed`: The body is no JSON.
     *
     *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
     *
     *     `request.address-not-valid`: The address of the request is spelled wrongly.
     */
    Refused400: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `external.token-not-valid`: No token came with the request, or one that is unknown, revoked or past its end date. */
    Refused401: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
     *
     *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
     */
    Refused403: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `request.too-large`: The body is larger than this call takes. */
    Refused413: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `request.wrong-host`: The server does not answer by this host name. */
    Refused421: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says. */
    Refused429: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `server.bug`: A mistake of ours. Tell the operator the `requestId`; with an Idempotency-Key the request may be repeated. */
    Refused500: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `server.log-unavailable`: Nothing can be written at present. Try again after `Retry-After`.
     *
     *     `server.log-sealed`: The server is being moved. Try again after `Retry-After`.
     *
     *     `server.database-unavailable`: Nothing can be read at present. Try again after `Retry-After`.
     *
     *     `server.storage-full`: The disk of the server is full.
     */
    Refused503: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: {
    /** @description A name of your own for this request, such as the number of a row. For 24 hours the same request with the same name is answered as the first time, and does nothing again. */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description Names this request in questions to the operator. */
    'X-Request-Id': string;
    /** @description What a token may do: `"token";q=300;w=60` is that many calls a minute. */
    'RateLimit-Policy': string;
    /** @description What is left (`r`), and in how many seconds it is whole again (`t`). Older clients read the same from `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. */
    RateLimit: string;
    /** @description Seconds to wait before the next try. */
    'Retry-After': number;
    /** @description Where the new thing is. */
    Location: string;
    /** @description Changes when the body does. */
    ETag: string;
    /** @description The request was answered before; nothing was done again. */
    'Idempotency-Replayed': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  externalMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user and the token. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "username": "ana",
           *       "plan": "free",
           *       "entitlements": {
           *         "scheduledPosts": 3,
           *         "connectedAccounts": 5,
           *         "mediaBytes": 2147483648,
           *         "personality": false,
           *         "aiSuggestions": false,
           *         "aiReplies": false,
           *         "suffix": true
           *       },
           *       "token": {
           *         "id": "7b0f6a52-5e0c-4c1f-8a59-0f2f1c6f9d3e",
           *         "name": "My blog",
           *         "scopes": [
           *           "posts:read",
           *           "posts:write"
           *         ],
           *         "expiresAt": null
           *       },
           *       "limits": {
           *         "scheduledPosts": {
           *           "used": 1,
           *           "max": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Me'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  externalPlatforms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The platforms. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "platform": "mastodon",
           *         "name": "Mastodon",
           *         "configured": true,
           *         "capabilities": {
           *           "text": true,
           *           "images": true,
           *           "video": true,
           *           "comments": true,
           *           "reply": true,
           *           "hide": false,
           *           "delete": false,
           *           "deletePost": true,
           *           "analytics": {
           *             "likes": true,
           *             "comments": true,
           *             "shares": true,
           *             "saves": false,
           *             "quotes": false,
           *             "impressions": false,
           *             "views": false,
           *             "reach": false,
           *             "clicks": false
           *           },
           *           "automaticReplies": true
           *         },
           *         "limits": {
           *           "platform": "mastodon",
           *           "text": {
           *             "max": 500,
           *             "count": {
           *               "by": "mastodon",
           *               "urlLength": 23
           *             },
           *             "requiresMedia": false
           *           },
           *           "media": {
           *             "images": 4,
           *             "videos": 1,
           *             "mixed": false,
           *             "imageBytes": 16777216,
           *             "videoBytes": 103809024,
           *             "imageTypes": [
           *               "image/jpeg",
           *               "image/png"
           *             ],
           *             "videoTypes": [
           *               "video/mp4"
           *             ],
           *             "altTextMax": 1500
           *           },
           *           "confirmed": "2026-11-21",
           *           "promotionalTextAllowed": true
           *         },
           *         "connected": [
           *           {
           *             "id": 12,
           *             "accountName": "ana@mastodon.social",
           *             "displayName": "Ana Lima",
           *             "status": "active"
           *           }
           *         ]
           *       }
           *     ]
           */
          'application/json': components['schemas']['Platforms'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  externalAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The accounts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 12,
           *         "accountName": "ana@mastodon.social",
           *         "displayName": "Ana Lima",
           *         "status": "active",
           *         "platform": "mastodon",
           *         "connectedAt": "2026-11-02T08:15:00.000Z",
           *         "server": "mastodon.social",
           *         "limits": {
           *           "platform": "mastodon",
           *           "text": {
           *             "max": 500,
           *             "count": {
           *               "by": "mastodon",
           *               "urlLength": 23
           *             },
           *             "requiresMedia": false
           *           },
           *           "media": {
           *             "images": 4,
           *             "videos": 1,
           *             "mixed": false,
           *             "imageBytes": 16777216,
           *             "videoBytes": 103809024,
           *             "imageTypes": [
           *               "image/jpeg",
           *               "image/png"
           *             ],
           *             "videoTypes": [
           *               "video/mp4"
           *             ],
           *             "altTextMax": 1500
           *           },
           *           "confirmed": "2026-11-21",
           *           "promotionalTextAllowed": true
           *         },
           *         "deletesPosts": true
           *       }
           *     ]
           */
          'application/json': components['schemas']['Accounts'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  listExternalPosts: {
    parameters: {
      query?: {
        /** @description `posted` has what is out on at least one account, once nothing of it is to come; `failed` what failed on at least one; `attention` what needs its owner. */
        status?: 'scheduled' | 'posted' | 'failed' | 'attention';
        /** @description Those that go there, or did. */
        platform?:
          | 'facebook'
          | 'instagram'
          | 'twitter'
          | 'tiktok'
          | 'linkedin'
          | 'youtube'
          | 'snapchat'
          | 'pinterest'
          | 'threads'
          | 'bluesky'
          | 'mastodon'
          | 'substack';
        /** @description Those that are, or were, due at this instant or later. */
        from?: string;
        /** @description Those that are, or were, due before this instant. */
        to?: string;
        /** @description `turn`: as said above. `newest`: the last one made first. */
        order?: 'turn' | 'newest';
        /** @description `targets`: what single accounts get of their own as well. */
        include?: 'targets';
        /** @description How many of them. */
        limit?: number;
        /** @description The `nextCursor` of the page before. It stays right while others are added and removed. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of posts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": 7,
           *           "revision": 0,
           *           "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *           "title": null,
           *           "content": "Fresh bread from seven.",
           *           "hashtags": "#bread",
           *           "mediaUrl": null,
           *           "scheduledFor": "2026-12-01T07:00:00.000Z",
           *           "timezone": null,
           *           "status": "scheduled",
           *           "attention": false,
           *           "publishing": false,
           *           "platform": "mastodon",
           *           "selectedPlatforms": [
           *             "mastodon"
           *           ],
           *           "selectedAccountIds": [
           *             12
           *           ],
           *           "platformStatuses": {
           *             "mastodon": "scheduled"
           *           },
           *           "targets": [
           *             {
           *               "accountId": 12,
           *               "platform": "mastodon",
           *               "accountName": "ana@mastodon.social",
           *               "content": null,
           *               "options": {},
           *               "mediaUrls": null,
           *               "status": "scheduled",
           *               "remoteId": null,
           *               "permalink": null,
           *               "publishedAt": null,
           *               "attempts": 0,
           *               "nextAttemptAt": null,
           *               "problem": null,
           *               "waitsSince": null,
           *               "warning": null,
           *               "remoteDeletion": null,
           *               "remoteDeletionProblem": null,
           *               "coverProblem": null,
           *               "duplicates": [],
           *               "lookUntil": null
           *             }
           *           ],
           *           "brief": false,
           *           "aiRepliesEnabled": false,
           *           "mediaFiles": [],
           *           "createdAt": "2026-11-26T10:30:00.000Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['PostPage'];
        };
      };
      /**
       * @description `external.cursor-not-valid`: This cursor belongs to no list, or to one with another filter. Begin without a cursor.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  createPost: {
    parameters: {
      query?: {
        /** @description `true`: say what would become of it, and store nothing. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description A name of your own for this request, such as the number of a row. For 24 hours the same request with the same name is answered as the first time, and does nothing again. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "Fresh bread from seven.",
         *       "platforms": [
         *         "mastodon"
         *       ],
         *       "hashtags": [
         *         "bread"
         *       ],
         *       "scheduledFor": "2026-12-01T07:00:00Z"
         *     }
         */
        'application/json': components['schemas']['CreatePostRequest'];
      };
    };
    responses: {
      /** @description A dry run: what would become of the post. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dryRun": true,
           *       "wouldCreate": true,
           *       "accounts": [
           *         {
           *           "accountId": 12,
           *           "ok": true,
           *           "problems": [],
           *           "text": {
           *             "used": 31,
           *             "max": 500
           *           }
           *         }
           *       ],
           *       "limits": {
           *         "scheduledPosts": {
           *           "used": 1,
           *           "max": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description The post, as it is scheduled. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "revision": 0,
           *       "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "title": null,
           *       "content": "Fresh bread from seven.",
           *       "hashtags": "#bread",
           *       "mediaUrl": null,
           *       "scheduledFor": "2026-12-01T07:00:00.000Z",
           *       "timezone": null,
           *       "status": "scheduled",
           *       "attention": false,
           *       "publishing": false,
           *       "platform": "mastodon",
           *       "selectedPlatforms": [
           *         "mastodon"
           *       ],
           *       "selectedAccountIds": [
           *         12
           *       ],
           *       "platformStatuses": {
           *         "mastodon": "scheduled"
           *       },
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ],
           *       "brief": false,
           *       "aiRepliesEnabled": false,
           *       "mediaFiles": [],
           *       "createdAt": "2026-11-26T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Post'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.file-too-large`: A file is larger than 50 MB.
       *
       *     `scheduling.too-many-pixels`: A picture has more than 40 megapixels.
       *
       *     `scheduling.storage-full`: The storage of this user is full.
       *
       *     `request.too-large`: The body is larger than this call takes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `scheduling.file-not-supported`: Files are JPEG, PNG, WebP, GIF, MP4 or MOV, whatever their names say. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      421: components['responses']['Refused421'];
      /**
       * @description `external.platform-not-connected`: No active account on this platform is connected; the message names it.
       *
       *     `scheduling.post-limit-reached`: The plan allows no further scheduled post at present. `GET /me` says how many there may be.
       *
       *     `scheduling.idempotency-key-reused`: The key was used for another request within 24 hours. Use a new key for a new post.
       *
       *     `scheduling.account-unknown`: No such account is connected, or it is somebody else’s.
       *
       *     `scheduling.target-unknown`: The post does not have the account that `targets` names.
       *
       *     `scheduling.media-unknown`: No upload of this user is at that address. Upload the file first.
       *
       *     `scheduling.target-media-unknown`: An account was to get a file that the post does not have.
       *
       *     `scheduling.target-media-twice`: An account was to get the same file twice.
       *
       *     `scheduling.time-is-past`: `scheduledFor` is more than two minutes ago.
       *
       *     `scheduling.time-is-too-late`: `scheduledFor` is after the year 9998.
       *
       *     `scheduling.own-texts-too-long`: What single accounts get for themselves is more than 500,000 bytes together.
       *
       *     `scheduling.does-not-fit`: At least one account would not take the post; `fields` says which and why. A dry run tells it before.
       *
       *     `scheduling.ai-needs-premium`: Automatic replies need the plan Premium.
       *
       *     `scheduling.file-not-readable`: A file is damaged.
       *
       *     `scheduling.file-too-complex`: A picture takes too long to read: more than 100 scans, 300 frames or 1 MB beside its pixels.
       *
       *     `external.address-not-allowed`: Webhooks go to public https addresses only, and files come from such.
       *
       *     `scheduling.file-not-fetched`: No file came from this address: it is not there, or its server did not answer in time.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `request.too-much-written`: This user has written 20 MB of posts within a day, which is the limit. Wait as `Retry-After` says.
       *
       *     `scheduling.uploads-busy`: Too many uploads of this user are under way.
       *
       *     `scheduling.drawing-busy`: Many pictures are waiting at present.
       *
       *     `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      500: components['responses']['Refused500'];
      /**
       * @description `server.media-unavailable`: Files cannot be reached at present. Try again after `Retry-After`.
       *
       *     `server.log-unavailable`: Nothing can be written at present. Try again after `Retry-After`.
       *
       *     `server.log-sealed`: The server is being moved. Try again after `Retry-After`.
       *
       *     `server.database-unavailable`: Nothing can be read at present. Try again after `Retry-After`.
       *
       *     `server.storage-full`: The disk of the server is full.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  showExternalPost: {
    parameters: {
      query?: {
        /** @description `history`: every step of the post as well. */
        include?: 'history';
      };
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The post. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "revision": 0,
           *       "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "title": null,
           *       "content": "Fresh bread from seven.",
           *       "hashtags": "#bread",
           *       "mediaUrl": null,
           *       "scheduledFor": "2026-12-01T07:00:00.000Z",
           *       "timezone": null,
           *       "status": "scheduled",
           *       "attention": false,
           *       "publishing": false,
           *       "platform": "mastodon",
           *       "selectedPlatforms": [
           *         "mastodon"
           *       ],
           *       "selectedAccountIds": [
           *         12
           *       ],
           *       "platformStatuses": {
           *         "mastodon": "scheduled"
           *       },
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ],
           *       "brief": false,
           *       "aiRepliesEnabled": false,
           *       "mediaFiles": [],
           *       "createdAt": "2026-11-26T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ShownPost'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  editExternalPost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "Fresh bread from eight.",
         *       "scheduledFor": "2026-12-01T08:00:00Z",
         *       "revision": 0
         *     }
         */
        'application/json': components['schemas']['ChangePostRequest'];
      };
    };
    responses: {
      /** @description The post as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "revision": 0,
           *       "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "title": null,
           *       "content": "Fresh bread from seven.",
           *       "hashtags": "#bread",
           *       "mediaUrl": null,
           *       "scheduledFor": "2026-12-01T07:00:00.000Z",
           *       "timezone": null,
           *       "status": "scheduled",
           *       "attention": false,
           *       "publishing": false,
           *       "platform": "mastodon",
           *       "selectedPlatforms": [
           *         "mastodon"
           *       ],
           *       "selectedAccountIds": [
           *         12
           *       ],
           *       "platformStatuses": {
           *         "mastodon": "scheduled"
           *       },
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ],
           *       "brief": false,
           *       "aiRepliesEnabled": false,
           *       "mediaFiles": [],
           *       "createdAt": "2026-11-26T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Post'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.already-publishing`: Publishing has begun, so the post can no longer be changed.
       *
       *     `scheduling.post-changed`: The post is no longer at the `revision` that you sent. Read it and decide again.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /**
       * @description `scheduling.account-unknown`: No such account is connected, or it is somebody else’s.
       *
       *     `scheduling.target-unknown`: The post does not have the account that `targets` names.
       *
       *     `scheduling.media-unknown`: No upload of this user is at that address. Upload the file first.
       *
       *     `scheduling.target-media-unknown`: An account was to get a file that the post does not have.
       *
       *     `scheduling.target-media-twice`: An account was to get the same file twice.
       *
       *     `scheduling.time-is-past`: `scheduledFor` is more than two minutes ago.
       *
       *     `scheduling.time-is-too-late`: `scheduledFor` is after the year 9998.
       *
       *     `scheduling.own-texts-too-long`: What single accounts get for themselves is more than 500,000 bytes together.
       *
       *     `scheduling.does-not-fit`: At least one account would not take the post; `fields` says which and why. A dry run tells it before.
       *
       *     `scheduling.ai-needs-premium`: Automatic replies need the plan Premium.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `request.too-much-written`: This user has written 20 MB of posts within a day, which is the limit. Wait as `Retry-After` says.
       *
       *     `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  deleteExternalPost: {
    parameters: {
      query?: {
        /** @description `true`: refuse in place of archiving, once publishing has begun. */
        only_unpublished?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What became of the post. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "outcome": "cancelled",
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Removal'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.already-publishing`: Publishing has begun, so the post can no longer be changed.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  externalHistory: {
    parameters: {
      query?: {
        /** @description An instant with an offset: the history and the post as they were then. */
        at?: string;
      };
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The steps, the oldest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "postId": 7,
           *       "at": null,
           *       "post": {
           *         "id": 7,
           *         "revision": 0,
           *         "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *         "title": null,
           *         "content": "Fresh bread from seven.",
           *         "hashtags": "#bread",
           *         "mediaUrl": null,
           *         "scheduledFor": "2026-12-01T07:00:00.000Z",
           *         "timezone": null,
           *         "status": "scheduled",
           *         "attention": false,
           *         "publishing": false,
           *         "platform": "mastodon",
           *         "selectedPlatforms": [
           *           "mastodon"
           *         ],
           *         "selectedAccountIds": [
           *           12
           *         ],
           *         "platformStatuses": {
           *           "mastodon": "scheduled"
           *         },
           *         "targets": [
           *           {
           *             "accountId": 12,
           *             "platform": "mastodon",
           *             "accountName": "ana@mastodon.social",
           *             "content": null,
           *             "options": {},
           *             "mediaUrls": null,
           *             "status": "scheduled",
           *             "remoteId": null,
           *             "permalink": null,
           *             "publishedAt": null,
           *             "attempts": 0,
           *             "nextAttemptAt": null,
           *             "problem": null,
           *             "waitsSince": null,
           *             "warning": null,
           *             "remoteDeletion": null,
           *             "remoteDeletionProblem": null,
           *             "coverProblem": null,
           *             "duplicates": [],
           *             "lookUntil": null
           *           }
           *         ],
           *         "brief": false,
           *         "aiRepliesEnabled": false,
           *         "mediaFiles": [],
           *         "createdAt": "2026-11-26T10:30:00.000Z"
           *       },
           *       "events": [
           *         {
           *           "id": "5f1d7a86-7d0e-4d0c-9f1b-2f6f7a3a1c55",
           *           "stream": "post-7",
           *           "revision": 0,
           *           "type": "PostScheduled",
           *           "at": "2026-11-26T10:30:00.000Z",
           *           "actor": {
           *             "kind": "apiToken",
           *             "id": "7b0f6a52-5e0c-4c1f-8a59-0f2f1c6f9d3e",
           *             "name": "My blog"
           *           },
           *           "correlationId": "c6d6f0a2",
           *           "causationId": "c6d6f0a2",
           *           "accountId": null,
           *           "platform": null,
           *           "accountName": null,
           *           "attempt": null,
           *           "requestFingerprint": null,
           *           "remoteId": null,
           *           "permalink": null,
           *           "summary": "Scheduled for 1 December 2026, 07:00 UTC.",
           *           "data": {
           *             "postId": 7,
           *             "content": "Fresh bread from seven."
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['History'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  statistics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts, figures and the latest posts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "stats": {
           *         "total": 4,
           *         "scheduled": 1,
           *         "posted": 3,
           *         "failed": 0,
           *         "byPlatform": {
           *           "mastodon": 4
           *         },
           *         "likes": 21,
           *         "comments": 5,
           *         "shares": 2,
           *         "saves": null,
           *         "quotes": null,
           *         "impressions": null,
           *         "views": null,
           *         "reach": null,
           *         "clicks": null
           *       },
           *       "recentPosts": [
           *         {
           *           "id": 7,
           *           "revision": 0,
           *           "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *           "title": null,
           *           "content": "Fresh bread from seven.",
           *           "hashtags": "#bread",
           *           "mediaUrl": null,
           *           "scheduledFor": "2026-12-01T07:00:00.000Z",
           *           "timezone": null,
           *           "status": "scheduled",
           *           "attention": false,
           *           "publishing": false,
           *           "platform": "mastodon",
           *           "selectedPlatforms": [
           *             "mastodon"
           *           ],
           *           "selectedAccountIds": [
           *             12
           *           ],
           *           "platformStatuses": {
           *             "mastodon": "scheduled"
           *           },
           *           "targets": [
           *             {
           *               "accountId": 12,
           *               "platform": "mastodon",
           *               "accountName": "ana@mastodon.social",
           *               "content": null,
           *               "options": {},
           *               "mediaUrls": null,
           *               "status": "scheduled",
           *               "remoteId": null,
           *               "permalink": null,
           *               "publishedAt": null,
           *               "attempts": 0,
           *               "nextAttemptAt": null,
           *               "problem": null,
           *               "waitsSince": null,
           *               "warning": null,
           *               "remoteDeletion": null,
           *               "remoteDeletionProblem": null,
           *               "coverProblem": null,
           *               "duplicates": [],
           *               "lookUntil": null
           *             }
           *           ],
           *           "brief": false,
           *           "aiRepliesEnabled": false,
           *           "mediaFiles": [],
           *           "createdAt": "2026-11-26T10:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Statistics'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  retryExternalTarget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
        /** @description Number of the account. */
        accountId: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['RetryTargetRequest'];
      };
    };
    responses: {
      /** @description The post as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "revision": 0,
           *       "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "title": null,
           *       "content": "Fresh bread from seven.",
           *       "hashtags": "#bread",
           *       "mediaUrl": null,
           *       "scheduledFor": "2026-12-01T07:00:00.000Z",
           *       "timezone": null,
           *       "status": "scheduled",
           *       "attention": false,
           *       "publishing": false,
           *       "platform": "mastodon",
           *       "selectedPlatforms": [
           *         "mastodon"
           *       ],
           *       "selectedAccountIds": [
           *         12
           *       ],
           *       "platformStatuses": {
           *         "mastodon": "scheduled"
           *       },
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ],
           *       "brief": false,
           *       "aiRepliesEnabled": false,
           *       "mediaFiles": [],
           *       "createdAt": "2026-11-26T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Post'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /**
       * @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s.
       *
       *     `scheduling.target-missing`: The post does not go to this account.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.target-not-retryable`: Only what failed, was cancelled or is unknown can be sent again.
       *
       *     `scheduling.account-not-connected`: The account was disconnected. Its owner has to connect it again.
       *
       *     `scheduling.platform-cannot-be-asked`: The platform does not say right now whether the post is there. Try again in a few minutes.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  checkExternalTarget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Number of the post. */
        id: number;
        /** @description Number of the account. */
        accountId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The post as it is now. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "revision": 0,
           *       "userId": "0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11",
           *       "title": null,
           *       "content": "Fresh bread from seven.",
           *       "hashtags": "#bread",
           *       "mediaUrl": null,
           *       "scheduledFor": "2026-12-01T07:00:00.000Z",
           *       "timezone": null,
           *       "status": "scheduled",
           *       "attention": false,
           *       "publishing": false,
           *       "platform": "mastodon",
           *       "selectedPlatforms": [
           *         "mastodon"
           *       ],
           *       "selectedAccountIds": [
           *         12
           *       ],
           *       "platformStatuses": {
           *         "mastodon": "scheduled"
           *       },
           *       "targets": [
           *         {
           *           "accountId": 12,
           *           "platform": "mastodon",
           *           "accountName": "ana@mastodon.social",
           *           "content": null,
           *           "options": {},
           *           "mediaUrls": null,
           *           "status": "scheduled",
           *           "remoteId": null,
           *           "permalink": null,
           *           "publishedAt": null,
           *           "attempts": 0,
           *           "nextAttemptAt": null,
           *           "problem": null,
           *           "waitsSince": null,
           *           "warning": null,
           *           "remoteDeletion": null,
           *           "remoteDeletionProblem": null,
           *           "coverProblem": null,
           *           "duplicates": [],
           *           "lookUntil": null
           *         }
           *       ],
           *       "brief": false,
           *       "aiRepliesEnabled": false,
           *       "mediaFiles": [],
           *       "createdAt": "2026-11-26T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Post'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /**
       * @description `scheduling.post-not-found`: There is no such post, or it is somebody else’s.
       *
       *     `scheduling.target-missing`: The post does not go to this account.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.target-not-unknown`: The outcome is known, so there is nothing to check.
       *
       *     `scheduling.platform-cannot-be-asked`: The platform does not say right now whether the post is there. Try again in a few minutes.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  uploadExternalMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for this request, such as the number of a row. For 24 hours the same request with the same name is answered as the first time, and does nothing again. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          media: string[];
        };
        /**
         * @example {
         *       "url": "https://example.com/bread.jpg"
         *     }
         */
        'application/json': components['schemas']['FetchMediaRequest'];
      };
    };
    responses: {
      /** @description What was stored. */
      201: {
        headers: {
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "files": [
           *         {
           *           "mediaUrl": "/media/4nT0cB1yVqkN.jpg",
           *           "mediaType": "image",
           *           "mimeType": "image/jpeg",
           *           "mediaSize": 183204,
           *           "originalName": "bread.jpg",
           *           "order": 0,
           *           "thumbnailUrl": "/media/4nT0cB1yVqkN.webp",
           *           "width": 1600,
           *           "height": 1200,
           *           "durationSeconds": null,
           *           "altText": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Upload'];
        };
      };
      /**
       * @description `scheduling.upload-broken`: The upload broke off or is no form. Send it again.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /**
       * @description `scheduling.too-many-files`: There are more than ten files in one upload.
       *
       *     `scheduling.file-too-large`: A file is larger than 50 MB.
       *
       *     `scheduling.too-many-pixels`: A picture has more than 40 megapixels.
       *
       *     `scheduling.storage-full`: The storage of this user is full.
       *
       *     `request.too-large`: The body is larger than this call takes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `scheduling.file-not-supported`: Files are JPEG, PNG, WebP, GIF, MP4 or MOV, whatever their names say. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      421: components['responses']['Refused421'];
      /**
       * @description `scheduling.idempotency-key-reused`: The key was used for another request within 24 hours. Use a new key for a new post.
       *
       *     `scheduling.file-not-readable`: A file is damaged.
       *
       *     `scheduling.file-too-complex`: A picture takes too long to read: more than 100 scans, 300 frames or 1 MB beside its pixels.
       *
       *     `external.address-not-allowed`: Webhooks go to public https addresses only, and files come from such.
       *
       *     `scheduling.file-not-fetched`: No file came from this address: it is not there, or its server did not answer in time.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `scheduling.uploads-busy`: Too many uploads of this user are under way.
       *
       *     `scheduling.drawing-busy`: Many pictures are waiting at present.
       *
       *     `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      500: components['responses']['Refused500'];
      /**
       * @description `server.media-unavailable`: Files cannot be reached at present. Try again after `Retry-After`.
       *
       *     `server.log-unavailable`: Nothing can be written at present. Try again after `Retry-After`.
       *
       *     `server.log-sealed`: The server is being moved. Try again after `Retry-After`.
       *
       *     `server.database-unavailable`: Nothing can be read at present. Try again after `Retry-After`.
       *
       *     `server.storage-full`: The disk of the server is full.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  waitingReplies: {
    parameters: {
      query?: {
        /** @description How many of them. */
        limit?: number;
        /** @description The `nextCursor` of the page before. It stays right while others are added and removed. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of comments. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": 51,
           *           "postId": 7,
           *           "platform": "mastodon",
           *           "accountId": 12,
           *           "accountName": "ana@mastodon.social",
           *           "commenterUsername": "ben@mastodon.social",
           *           "commenterName": "Ben",
           *           "commentText": "Do you have rye as well?",
           *           "status": "new",
           *           "sentiment": "neutral",
           *           "createdAt": "2026-12-01T09:12:44.000Z",
           *           "permalink": "https://mastodon.social/@ben/113579"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['WaitingCommentPage'];
        };
      };
      /**
       * @description `external.cursor-not-valid`: This cursor belongs to no list, or to one with another filter. Begin without a cursor.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  replyExternally: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for this request, such as the number of a row. For 24 hours the same request with the same name is answered as the first time, and does nothing again. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Number of the comment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "replyText": "On Fridays!"
         *     }
         */
        'application/json': components['schemas']['ReplyRequest'];
      };
    };
    responses: {
      /** @description The reply is there. */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 51,
           *       "postId": 7,
           *       "platform": "mastodon",
           *       "accountId": 12,
           *       "accountName": "ana@mastodon.social",
           *       "commenterUsername": "ben@mastodon.social",
           *       "commenterName": "Ben",
           *       "commentText": "Do you have rye as well?",
           *       "status": "manual_reply",
           *       "sentiment": "neutral",
           *       "createdAt": "2026-12-01T09:12:44.000Z",
           *       "permalink": "https://mastodon.social/@ben/113579",
           *       "reply": {
           *         "id": "6f3f2fe6-0d5c-4a5e-9a55-6f0f7f3f2b11",
           *         "kind": "manual",
           *         "state": "sent",
           *         "text": "On Fridays!",
           *         "permalink": "https://mastodon.social/@ana/113580",
           *         "sentAt": "2026-12-01T09:20:03.000Z",
           *         "problem": null,
           *         "until": null,
           *         "stale": false,
           *         "reasons": []
           *       }
           *     }
           */
          'application/json': components['schemas']['Comment'];
        };
      };
      /** @description It is on its way, or nobody can tell yet; `state` says which. */
      202: {
        headers: {
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 51,
           *       "postId": 7,
           *       "platform": "mastodon",
           *       "accountId": 12,
           *       "accountName": "ana@mastodon.social",
           *       "commenterUsername": "ben@mastodon.social",
           *       "commenterName": "Ben",
           *       "commentText": "Do you have rye as well?",
           *       "status": "manual_reply",
           *       "sentiment": "neutral",
           *       "createdAt": "2026-12-01T09:12:44.000Z",
           *       "permalink": "https://mastodon.social/@ben/113579",
           *       "reply": {
           *         "id": "6f3f2fe6-0d5c-4a5e-9a55-6f0f7f3f2b11",
           *         "kind": "manual",
           *         "state": "sent",
           *         "text": "On Fridays!",
           *         "permalink": "https://mastodon.social/@ana/113580",
           *         "sentAt": "2026-12-01T09:20:03.000Z",
           *         "problem": null,
           *         "until": null,
           *         "stale": false,
           *         "reasons": []
           *       }
           *     }
           */
          'application/json': components['schemas']['Comment'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `inbox.comment-not-found`: There is no such comment, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `inbox.already-replied`: The comment has a reply, or one is on its way.
       *
       *     `inbox.comment-gone`: The comment was deleted on its platform.
       *
       *     `inbox.reply-cancelled`: The reply of this key was taken back. Use a new key.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /**
       * @description `inbox.reply-required`: The reply has no words.
       *
       *     `inbox.cannot-reply`: The platform takes no reply to this comment, or its account is disconnected; the message says why.
       *
       *     `inbox.reply-too-long`: The reply is longer than the platform takes.
       *
       *     `scheduling.idempotency-key-reused`: The key was used for another request within 24 hours. Use a new key for a new post.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  markExternally: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Number of the comment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "read"
         *     }
         */
        'application/json': components['schemas']['MarkCommentRequest'];
      };
    };
    responses: {
      /** @description The comment. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 51,
           *       "postId": 7,
           *       "platform": "mastodon",
           *       "accountId": 12,
           *       "accountName": "ana@mastodon.social",
           *       "commenterUsername": "ben@mastodon.social",
           *       "commenterName": "Ben",
           *       "commentText": "Do you have rye as well?",
           *       "status": "read",
           *       "sentiment": "neutral",
           *       "createdAt": "2026-12-01T09:12:44.000Z",
           *       "permalink": "https://mastodon.social/@ben/113579",
           *       "reply": null
           *     }
           */
          'application/json': components['schemas']['Comment'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `inbox.comment-not-found`: There is no such comment, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `inbox.already-replied`: The comment has a reply, or one is on its way.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The id of the last event seen, `start` for the oldest there is, or `now` for what is to come. */
        after?: string;
        /** @description Types of events, separated by commas; `post.*` means all that begin alike. Left out: all. */
        types?: string;
        /** @description How many of them. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "events": [
           *         {
           *           "id": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e",
           *           "type": "publication.published",
           *           "at": "2026-12-01T07:00:02.000Z",
           *           "data": {
           *             "postId": 7,
           *             "accountId": 12,
           *             "platform": "mastodon",
           *             "attemptId": null,
           *             "remoteId": "113579",
           *             "permalink": "https://mastodon.social/@ana/113579"
           *           }
           *         }
           *       ],
           *       "cursor": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e",
           *       "more": false
           *     }
           */
          'application/json': components['schemas']['EventPage'];
        };
      };
      /**
       * @description `external.cursor-not-valid`: This cursor belongs to no list, or to one with another filter. Begin without a cursor.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `external.cursor-gone`: The event is not known, or older than 90 days. Go on from `oldest`, or from `start`. */
      410: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      /**
       * @description `external.feed-behind`: The newest events are not in the list yet. Try again after `Retry-After`.
       *
       *     `server.log-unavailable`: Nothing can be written at present. Try again after `Retry-After`.
       *
       *     `server.log-sealed`: The server is being moved. Try again after `Retry-After`.
       *
       *     `server.database-unavailable`: Nothing can be read at present. Try again after `Retry-After`.
       *
       *     `server.storage-full`: The disk of the server is full.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  eventStream: {
    parameters: {
      query?: {
        /** @description As in the list. The header `Last-Event-ID` of a client that connects again goes before it. */
        after?: string;
        /** @description Types of events, separated by commas; `post.*` means all that begin alike. Left out: all. */
        types?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A stream that ends with its token only. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example id: evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e
           *     event: publication.published
           *     data: {"id":"evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e","type":"publication.published","at":"2026-12-01T07:00:02.000Z","data":{"postId":7,"accountId":12,"platform":"mastodon","attemptId":null,"remoteId":"113579","permalink":"https://mastodon.social/@ana/113579"}}
           */
          'text/event-stream': string;
        };
      };
      /**
       * @description `external.cursor-not-valid`: This cursor belongs to no list, or to one with another filter. Begin without a cursor.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `external.cursor-gone`: The event is not known, or older than 90 days. Go on from `oldest`, or from `start`. */
      410: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /**
       * @description `external.streams-too-many`: Three streams of this token are open already.
       *
       *     `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      500: components['responses']['Refused500'];
      /**
       * @description `external.feed-behind`: The newest events are not in the list yet. Try again after `Retry-After`.
       *
       *     `server.live-full`: The server has no room for another stream at present.
       *
       *     `server.log-unavailable`: Nothing can be written at present. Try again after `Retry-After`.
       *
       *     `server.log-sealed`: The server is being moved. Try again after `Retry-After`.
       *
       *     `server.database-unavailable`: Nothing can be read at present. Try again after `Retry-After`.
       *
       *     `server.storage-full`: The disk of the server is full.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listExternalWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhooks. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "b2a7c9de-11f0-4a53-9a0e-7c64c0f4f0a1",
           *         "url": "https://example.com/hooks",
           *         "types": [
           *           "publication.*"
           *         ],
           *         "state": "active",
           *         "suspendedBecause": null,
           *         "pausedUntil": null,
           *         "lastSuccessAt": null,
           *         "failingSince": null,
           *         "addedAt": "2026-11-26T10:30:00.000Z",
           *         "tokenId": "9d0c1d4e-3c0b-4f0c-8f44-2a3f6f2f3d01",
           *         "scopes": [
           *           "posts:read",
           *           "webhooks:write"
           *         ],
           *         "asksOwner": false
           *       }
           *     ]
           */
          'application/json': components['schemas']['Webhooks'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  createExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/hooks",
         *       "types": [
         *         "publication.*"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateWebhookRequest'];
      };
    };
    responses: {
      /** @description The webhook and its secret. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b2a7c9de-11f0-4a53-9a0e-7c64c0f4f0a1",
           *       "url": "https://example.com/hooks",
           *       "types": [
           *         "publication.*"
           *       ],
           *       "state": "active",
           *       "suspendedBecause": null,
           *       "pausedUntil": null,
           *       "lastSuccessAt": null,
           *       "failingSince": null,
           *       "addedAt": "2026-11-26T10:30:00.000Z",
           *       "tokenId": "9d0c1d4e-3c0b-4f0c-8f44-2a3f6f2f3d01",
           *       "scopes": [
           *         "posts:read",
           *         "webhooks:write"
           *       ],
           *       "asksOwner": false,
           *       "secret": "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
           *     }
           */
          'application/json': components['schemas']['CreatedWebhook'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /**
       * @description `external.address-not-allowed`: Webhooks go to public https addresses only, and files come from such.
       *
       *     `external.webhook-limit`: There are ten webhooks already.
       */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  showExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b2a7c9de-11f0-4a53-9a0e-7c64c0f4f0a1",
           *       "url": "https://example.com/hooks",
           *       "types": [
           *         "publication.*"
           *       ],
           *       "state": "active",
           *       "suspendedBecause": null,
           *       "pausedUntil": null,
           *       "lastSuccessAt": null,
           *       "failingSince": null,
           *       "addedAt": "2026-11-26T10:30:00.000Z",
           *       "tokenId": "9d0c1d4e-3c0b-4f0c-8f44-2a3f6f2f3d01",
           *       "scopes": [
           *         "posts:read",
           *         "webhooks:write"
           *       ],
           *       "asksOwner": false
           *     }
           */
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  deleteExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      403: components['responses']['Refused403'];
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  changeExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "types": [
         *         "post.*",
         *         "publication.*"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ChangeWebhookRequest'];
      };
    };
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "b2a7c9de-11f0-4a53-9a0e-7c64c0f4f0a1",
           *       "url": "https://example.com/hooks",
           *       "types": [
           *         "publication.*"
           *       ],
           *       "state": "active",
           *       "suspendedBecause": null,
           *       "pausedUntil": null,
           *       "lastSuccessAt": null,
           *       "failingSince": null,
           *       "addedAt": "2026-11-26T10:30:00.000Z",
           *       "tokenId": "9d0c1d4e-3c0b-4f0c-8f44-2a3f6f2f3d01",
           *       "scopes": [
           *         "posts:read",
           *         "webhooks:write"
           *       ],
           *       "asksOwner": false
           *     }
           */
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `external.webhook-token-ended`: The webhook ended with the token that made it. Its owner can take it over in Settings.
       *
       *     `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /** @description `external.address-not-allowed`: Webhooks go to public https addresses only, and files come from such. */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  rotateExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
           *       "oldUntil": "2026-11-27T10:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RotatedSecret'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `request.too-late`: Something else changed the same thing at the same moment. Look at it and send the request again. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  testExternalWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came back. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivered": true,
           *       "status": 204,
           *       "answer": "",
           *       "error": null,
           *       "tookMs": 84
           *     }
           */
          'application/json': components['schemas']['WebhookTest'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      /**
       * @description `external.webhook-tests-too-many`: Too many tests of webhooks. Wait as `Retry-After` says.
       *
       *     `request.too-many`: The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  listExternalDeliveries: {
    parameters: {
      query?: {
        /** @description Only these. */
        state?: 'waiting' | 'delivered' | 'failed';
        /** @description How many of them. */
        limit?: number;
        /** @description The `nextCursor` of the page before. It stays right while others are added and removed. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "eventId": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e",
           *           "type": "publication.published",
           *           "state": "delivered",
           *           "attempts": 1,
           *           "lastStatus": 204,
           *           "lastAnswer": "",
           *           "lastError": null,
           *           "nextAt": null,
           *           "at": "2026-12-01T07:00:02.000Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['DeliveryPage'];
        };
      };
      /**
       * @description `external.cursor-not-valid`: This cursor belongs to no list, or to one with another filter. Begin without a cursor.
       *
       *     `request.not-valid`: Something in the request is not as this page says; `fields` names what. Mend it and send it again.
       *
       *     `request.malformed`: The body is no JSON.
       *
       *     `request.refused`: The request cannot be read, as with an encoding that nobody knows.
       *
       *     `request.address-not-valid`: The address of the request is spelled wrongly.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  redeliverExternal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
        /** @description Id of the event. */
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "eventId": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e",
           *       "type": "publication.published",
           *       "state": "delivered",
           *       "attempts": 1,
           *       "lastStatus": 204,
           *       "lastAnswer": "",
           *       "lastError": null,
           *       "nextAt": null,
           *       "at": "2026-12-01T07:00:02.000Z"
           *     }
           */
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s.
       *
       *     `external.delivery-not-found`: There is no such delivery, or it is no longer kept.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-suspended`: The webhook is suspended. Resume it first. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  replayExternal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "after": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e"
         *     }
         */
        'application/json': components['schemas']['ReplayRequest'];
      };
    };
    responses: {
      /** @description How many. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": 12,
           *       "last": "evt_018f6a52-5e0c-7c1f-8a59-0f2f1c6f9d3e",
           *       "more": false
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['Refused400'];
      401: components['responses']['Refused401'];
      /**
       * @description `external.webhook-of-others`: Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.
       *
       *     `external.scope-missing`: The token lacks the scope that `message` names. Make another token that has it.
       *
       *     `external.browser`: A web page of another site asked. Tokens belong on servers, never into a page.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `external.webhook-not-found`: There is no such webhook, or it is somebody else’s.
       *
       *     `external.event-not-found`: This event was never sent to this webhook, or is no longer kept.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `external.webhook-suspended`: The webhook is suspended. Resume it first. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['Refused413'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
      503: components['responses']['Refused503'];
    };
  };
  openApiDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description It is the one that you have. */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      403: components['responses']['Refused403'];
      421: components['responses']['Refused421'];
      429: components['responses']['Refused429'];
      500: components['responses']['Refused500'];
    };
  };
}
