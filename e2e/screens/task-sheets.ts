import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/project-tasks/bulk-upload', '/project-tasks/bulk-upload?projectId=:project'],
  entered: ['/project-tasks/bulk-upload'],
}
