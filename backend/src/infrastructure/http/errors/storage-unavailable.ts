/** Where files are kept does not answer. People read “try again”, and the request is answered with 503. */
export abstract class StorageUnavailable extends Error {}
