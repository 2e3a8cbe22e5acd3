/** An application that Posthorn registered at one server. */
export type ServerApp = Readonly<{ id: string; secret: string }>;

/**
 * Applications that Posthorn registered at servers that users chose. `name` identifies the server and the registration request. A
 * different request makes another application.
 */
export type ServerApps = Readonly<{
  find(name: string): Promise<ServerApp | null>;
  /** Returns the application in use. If several processes registered one at the same time, this is the one that was stored first. */
  keep(name: string, app: ServerApp): Promise<ServerApp>;
  /** Deletes an application that the server no longer knows. If another application has replaced it in the meantime, that one stays. */
  forget(name: string, app: ServerApp): Promise<void>;
}>;
