export { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
