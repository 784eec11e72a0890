import type { Aims } from '../../testing/test-aims.ts'

export const aims: Aims = {
  // Everybody here has it in their e-mail address.
  bodies: { searchRecords: () => ({ keyword: 'test' }) },
}
