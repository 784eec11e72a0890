import { IconCamera } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import { PhotoInput, type PhotoInputProps } from './PhotoInput.tsx'
import classes from './SiteButton.module.css'

interface Props extends PhotoInputProps {
  label: string
  isWide?: boolean
}

export const CameraButton = ({ isWide = false, ...input }: Props) => (
  <label className={classes['button']} data-wide={isWide || undefined}>
    <PhotoInput {...input} />
    <IconCamera size={20} aria-hidden />
    {isWide && <span aria-hidden>{t('Photo')}</span>}
  </label>
)
