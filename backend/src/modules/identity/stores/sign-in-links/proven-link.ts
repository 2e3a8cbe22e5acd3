/** An open link whose link or code a person has proved to hold. `email`: the address as it was written. */
export type ProvenLink = Readonly<{ tokenHash: Buffer; email: string }>;
