import { Group } from '@mantine/core'
import type { MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { CameraButton } from '../../ui/form/CameraButton.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import classes from './Measure.module.css'
import { keepPhoto } from './sheet-entries.ts'

interface Props {
  sheet: MeasurementSheet
  /** How many of its photos wait on this device. */
  waiting: number
}

/** Takes photos of a sheet; they wait on this device until the server has them. */
export function SheetPhotos({ sheet, waiting }: Props) {
  async function take(photo: File) {
    const fault = await keepPhoto(sheet, photo)
    if (fault) await alertFailure(t('The photo was not kept.'), fault)
    else await alertSuccess(t('Photo taken'))
  }
  return (
    <Group gap="sm" mt="sm" data-screen-only>
      <div>
        <CameraButton label={t('Photo of this sheet')} isWide onPhoto={(photo) => void take(photo)} />
      </div>
      <span className={classes['hint']} role="status">
        {waiting > 0 && t('{photos} waiting', { photos: counted(waiting, 'photo') })}
      </span>
    </Group>
  )
}
