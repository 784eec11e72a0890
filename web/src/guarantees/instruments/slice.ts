import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./InstrumentList.tsx'), 'InstrumentList'), '/contracts/instruments'],
    [screenPart(() => import('./CompleteRegister.tsx'), 'CompleteRegister'), '/contracts/instruments/complete'],
    [
      screenPart(() => import('./InstrumentForm.tsx'), 'InstrumentForm'),
      '/contracts/instruments/create',
      '/contracts/instruments/$id',
      '/contracts/instruments/$id/edit',
    ],
  ],
}
