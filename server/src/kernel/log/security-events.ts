/** Events that get a line of their own in the log, beside the line of the request; docs/operating.md explains each. */
export const securityEvents = [
  'sign_in',
  'sign_in_refused',
  'signed_out',
  'refresh_replayed',
  'sessions_ended',
  'calendars_ended',
  'password_changed',
  'second_factor_set_up',
  'second_factor_removed',
  'sign_in_unlocked',
  'password_link_made',
  'person_changed',
  'grant_changed',
  'company_changed',
  'policy_changed',
  'modules_changed',
  'exported',
  'document_downloaded',
  'forbidden',
  'record_not_found',
  'type_refused',
  'rate_limited',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** Why a sign-in was refused; after `code_missing` the client asks for the code. */
export const signInRefusals = ['wrong', 'locked', 'code_missing', 'code_wrong'] as const
export type SignInRefusal = (typeof signInRefusals)[number]
