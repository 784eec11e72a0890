import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = {
  // Everybody here has it in their e-mail address.
  bodies: { searchRecords: () => ({ keyword: 'test' }) },
}
