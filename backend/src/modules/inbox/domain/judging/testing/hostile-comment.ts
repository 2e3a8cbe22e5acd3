/** `obeyed`: what a model writes that does what the comment says; without it, the sandbox's obeying model is asked. */
export type HostileComment = readonly [kind: string, comment: string, obeyed?: string];
