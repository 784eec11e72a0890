export { recordPath } from '@plinth/api/record-path'
