export { findProposal } from './rates.service.ts';
