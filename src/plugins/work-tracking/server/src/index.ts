import { bootstrap } from './bootstrap';
import { config } from './config';
import { contentTypes } from './content-types';
import { destroy } from './destroy';
import { panelRouter } from './panel/routes';
import { register } from './register';
import { services } from './services';
import { descriptionRouter } from './v1/description/routes';
import { v1Controllers, v1Router } from './v1/routes';
import { metricsRouter } from './webhooks/metrics';

export default {
  register,
  bootstrap,
  destroy,
  config,
  contentTypes,
  services,
  controllers: v1Controllers(),
  routes: { v1: v1Router, description: descriptionRouter, panel: panelRouter, metrics: metricsRouter },
};
