'use strict';
(() => {
  const LONGEST = 120e3;
  const SHORTEST = 30e3;
  const SHOPS = {
    stock: {name: "CXF's own queue", symbol: 'rect'},
    oracle: {name: 'Restart oracle', symbol: 'circle'}
  };

  const find = css => document.querySelector(css);
  const seconds = value => value < 10 ? value.toFixed(2) + ' s' : value.toFixed(1) + ' s';
  const clock = at => new Date(at).toTimeString().slice(0, 8);

  const times = echarts.init(find('#times'), null, {renderer: 'svg'});
  const pending = echarts.init(find('#pending'), null, {renderer: 'svg'});
  const narrow = matchMedia('(max-width: 40rem)');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let last = null;

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

  const from = event => {
    const oldest = Object.values(event.shops).flatMap(shop => shop.pendings.slice(0, 1)).map(point => point.at);
    const begun = Math.min(event.now, ...oldest);
    return Math.max(event.now - LONGEST, Math.min(event.now - SHORTEST, begun));
  };

  const figure = (event, type, points, y) => ({
    animation: false,
    grid: {left: 52, right: 16, top: 32, bottom: 28},
    legend: {top: 0, right: 0, itemWidth: type === 'scatter' ? 10 : 25, itemHeight: 10, selectedMode: false,
      textStyle: {color: colour('soft')}},
    tooltip: {trigger: type === 'scatter' ? 'item' : 'axis', confine: true,
      valueFormatter: value => type === 'scatter' ? seconds(value) : value},
    xAxis: {type: 'time', min: from(event), max: event.now, splitNumber: narrow.matches ? 3 : 6,
      axisLabel: {color: colour('soft'), formatter: clock, hideOverlap: true, showMaxLabel: false},
      axisLine: {lineStyle: {color: colour('grid')}}},
    yAxis: Object.assign({nameTextStyle: {color: colour('soft'), align: 'left'}, axisLabel: {color: colour('soft')},
      splitLine: {lineStyle: {color: colour('grid'), opacity: .6}}}, y),
    series: Object.entries(SHOPS).map(([shop, look], index) => ({
      type, name: look.name, symbol: look.symbol, symbolSize: 6, step: 'end', showSymbol: false,
      itemStyle: {color: colour(shop), opacity: type === 'scatter' ? .8 : 1}, lineStyle: {color: colour(shop), width: 2},
      data: event.shops[shop][points].map(point => [point.at, point.value]),
      markArea: index > 0 ? null : {silent: true, itemStyle: {color: colour('band')},
        data: event.cuts.map(cut => [{xAxis: cut.from}, {xAxis: Math.min(cut.to, event.now)}])}
    }))
  });

  const draw = event => {
    // A logarithmic axis without a point has ticks at infinity.
    if (!Object.values(event.shops).some(shop => shop.times.length)) {
      return;
    }
    times.setOption(figure(event, 'scatter', 'times', {type: 'log', name: 's', min: .01, max: 100}), true);
    pending.setOption(figure(event, 'line', 'pendings', {type: 'value', minInterval: 1}), true);
  };

  // What can be seen at a glance: who still has orders of the last cut, and who was done how soon.
  const story = (event, book) => {
    const cut = event.cuts[event.cuts.length - 1];
    if (!cut) {
      return ['', 'on time'];
    }
    if (cut.to > event.now) {
      return ['late', book.pending + ' waiting'];
    }
    const back = (event.now - cut.to) / 1000;
    if (book.pending && event.now - book.oldest * 1000 < cut.to) {
      return ['late', `${book.pending} waiting, ${back.toFixed(0)} s after the return`];
    }
    const last = Math.max(0, ...book.times.filter(point => point.at < cut.to).map(point => point.at + point.value * 1000 - cut.to));
    return ['done', `all arrived ${seconds(last / 1000)} after the return`];
  };

  const tell = event => {
    const cut = event.cuts.find(each => each.to > event.now);
    const state = find('#link');
    state.textContent = cut ? 'Links cut, ' + Math.ceil((cut.to - event.now) / 1000) + ' s left' : 'Links up';
    state.className = 'state ' + (cut ? 'down' : 'up');
    for (const shop of Object.keys(SHOPS)) {
      const book = event.shops[shop];
      const values = book.times.map(point => point.value);
      const shown = {
        pending: book.pending,
        mean: values.length ? seconds(values.reduce((sum, value) => sum + value, 0) / values.length) : '–',
        longest: values.length ? seconds(Math.max(...values)) : '–',
        copies: book.copies
      };
      const [look, told] = story(event, book);
      const line = find(`[data-shop="${shop}"] [data-value="story"]`);
      line.textContent = told;
      line.className = 'story ' + look;
      for (const [name, value] of Object.entries(shown)) {
        find(`[data-shop="${shop}"] [data-value="${name}"]`).textContent = value;
      }
    }
    const path = event.paths[0];
    find('#path').textContent = path ? 'Restart oracle: ' + path.oracle : 'Restart oracle';
    find('#model').hidden = !event.model;
  };

  const events = new EventSource('events');
  events.onmessage = message => {
    last = JSON.parse(message.data);
    tell(last);
    draw(last);
  };
  events.onerror = () => {
    find('#link').textContent = 'The service does not answer';
    find('#link').className = 'state';
  };

  find('#cut').addEventListener('submit', submitted => {
    submitted.preventDefault();
    fetch('cut?seconds=' + find('#seconds').value, {method: 'POST'});
  });

  dark.addEventListener('change', () => last && draw(last));
  addEventListener('resize', () => {
    times.resize();
    pending.resize();
  });
})();
