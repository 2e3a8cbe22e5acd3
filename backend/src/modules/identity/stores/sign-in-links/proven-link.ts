/** An open link: the request contained its token or its code. `email`: the address as the user wrote it. */
export type ProvenLink = Readonly<{ tokenHash: Buffer; email: string }>;
