import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = {
  bodies: { exportCoverage: () => ({ format: 'csv', columns: [{ field: 'title', label: 'Title' }] }) },
}
