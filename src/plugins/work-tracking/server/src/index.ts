import { bootstrap } from './bootstrap';
import { config } from './config';
import { contentTypes } from './content-types';
import { destroy } from './destroy';
import { register } from './register';
import { services } from './services';
import { v1Controllers, v1Router } from './v1/routes';

export default {
  register,
  bootstrap,
  destroy,
  config,
  contentTypes,
  services,
  controllers: v1Controllers(),
  routes: { v1: v1Router },
};
