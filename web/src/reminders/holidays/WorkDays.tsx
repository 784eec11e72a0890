import { Skeleton, Text } from '@mantine/core'
import {
  getCompanySettings,
  companySettingLabels as labels,
  updateCompanySettings,
} from '@plinth/api/platform/company-settings'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { SettingsSide } from '../../ui/form/SettingsSide.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import classes from './Holidays.module.css'
import { hoursText, saturdaysText, weekdaysText } from './work-days.ts'

const EditWorkDays = lazyDialog(() => import('./EditWorkDays.tsx'), 'EditWorkDays')

/** The weekly days off and the hours of reminders, with a button to edit them. */
export const WorkDays = () => (
  <SettingsSide
    id="days-of-work"
    title={t('Days of work')}
    about={
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'What is due on a free day is to be done by the working day before; what can only be asked for from then on, by the one after.',
        )}{' '}
        {t(
          'What is done at a bank goes by the days of banks instead: they are closed on Sundays, second and fourth Saturdays, 26 January, 15 August, 2 October and the holidays entered for banks.',
        )}
      </Text>
    }
    load={getCompanySettings}
    write={updateCompanySettings}
    waiting={<Skeleton height={88} aria-hidden />}
    edit={t('Edit days of work')}
    act={classes['pressed']}
    Form={EditWorkDays}
  >
    {({ weeklyOff, saturdaysOff, dayStartsAt, dayEndsAt }) => (
      <>
        <ReadValue label={translated(labels.weeklyOff)}>{weekdaysText(weeklyOff)}</ReadValue>
        <ReadValue label={translated(labels.saturdaysOff)}>{saturdaysText(saturdaysOff)}</ReadValue>
        <ReadValue label={t('Hours of reminders')}>
          {hoursText(dayStartsAt, dayEndsAt)}
          <Text size="xs" c="dimmed">
            {t('Reminders are made and mailed within these hours alone.')}
          </Text>
        </ReadValue>
      </>
    )}
  </SettingsSide>
)
