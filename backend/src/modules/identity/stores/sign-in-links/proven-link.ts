/**
 * A sign-in link that is not yet used. The browser has sent the token of the link, or the code from the same mail. So its user has received the mail.
 * `email`: the address as the user wrote it.
 */
export type ProvenLink = Readonly<{ tokenHash: Buffer; email: string }>;
