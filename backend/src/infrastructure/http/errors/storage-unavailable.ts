/** The storage of files does not respond. The client gets a 503, and users read “try again”. */
export abstract class StorageUnavailable extends Error {}
