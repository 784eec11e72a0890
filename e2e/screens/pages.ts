import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  open: ['/', '/about', '/unauthorized', '/nowhere'],
  business: ['/payroll'],
  unguarded: {
    '/payroll': 'Payroll',
    '/attendance': 'Attendance',
    '/tasks': 'Tasks',
    '/estimations': 'Estimations',
    '/reports': 'Reports',
    '/gst': 'GST',
  },
}
