/**
 * A sign-in link that is not yet used. The request of the browser that signs in contained the link's token, or the code from the same mail.
 * `email`: the address as the user wrote it.
 */
export type ProvenLink = Readonly<{ tokenHash: Buffer; email: string }>;
