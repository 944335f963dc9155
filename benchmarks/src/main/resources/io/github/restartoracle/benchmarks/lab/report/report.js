'use strict';
(() => {
  const figures = JSON.parse(document.getElementById('figure-data').textContent);

  // One outline for each look, in a box of 10 by 10.
  const MARKERS = [
    'M5 0A5 5 0 1 1 5 10A5 5 0 1 1 5 0Z',
    'M.6 .6H9.4V9.4H.6Z',
    'M5 -.6L10.6 5L5 10.6L-.6 5Z',
    'M5 0L10.4 9.4H-.4Z',
    'M5 10L10.4 .6H-.4Z',
    'M1.5 0L5 3.5L8.5 0L10 1.5L6.5 5L10 8.5L8.5 10L5 6.5L1.5 10L0 8.5L3.5 5L0 1.5Z',
    'M3.7 0H6.3V3.7H10V6.3H6.3V10H3.7V6.3H0V3.7H3.7Z',
    'M5 0L9.5 2.5V7.5L5 10L.5 7.5V2.5Z'
  ];
  const MARKS_ON_A_LINE = 12;

  // From the second round of colours on, the markers are others.
  const outline = look => MARKERS[(look + 3 * Math.floor(look / MARKERS.length)) % MARKERS.length];

  const hollow = form => form === 'HOLLOW' || form === 'DASHED';

  const mark = (look, form) => {
    const colour = 'var(--series-' + look % MARKERS.length + ')';
    const paint = hollow(form) ? 'fill="none" stroke-width="1.6" style="stroke:' + colour + '"' : 'style="fill:' + colour + '"';
    return '<svg viewBox="0 0 10 10" aria-hidden="true"><path ' + paint + ' d="' + outline(look) + '"/></svg>';
  };

  const colours = element => {
    const style = getComputedStyle(element);
    const get = name => style.getPropertyValue(name).trim();
    return {
      ink: get('--ink'), soft: get('--soft'), grid: get('--grid'), card: get('--card'), band: get('--band'),
      series: look => get('--series-' + look % MARKERS.length)
    };
  };

  const number = value => {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
      return value.toExponential(2);
    }
    return String(Number(value.toPrecision(size >= 1000 ? 7 : 4)));
  };

  const withError = (value, error) => number(value) + (error > 0 ? ' ±' + number(error) : '');

  const text = string => {
    const element = document.createElement('span');
    element.textContent = string;
    return element.innerHTML;
  };

  const axis = (model, colour, horizontal, lines) => {
    const log = model.range === 'LOGARITHMIC';
    const tight = horizontal && lines && model.range === 'OF_DATA';
    return {
      type: log ? 'log' : 'value',
      scale: model.range === 'OF_DATA',
      min: model.range === 'FROM_ZERO' ? 0 : tight ? 'dataMin' : null,
      max: tight ? 'dataMax' : null,
      name: model.title,
      nameLocation: horizontal ? 'middle' : 'end',
      nameGap: horizontal ? 28 : 12,
      nameTextStyle: {color: colour.soft, fontSize: 12, align: horizontal ? 'center' : 'left'},
      nameTruncate: {maxWidth: 300},
      axisLabel: {color: colour.soft, formatter: number, hideOverlap: true},
      axisLine: {show: true, lineStyle: {color: colour.grid}},
      axisTick: {lineStyle: {color: colour.grid}},
      splitLine: {lineStyle: {color: colour.grid, opacity: .6}}
    };
  };

  const curve = (series, colour) => {
    const every = Math.max(1, Math.floor(series.points.length / MARKS_ON_A_LINE));
    // Each look begins at another point, so that curves that coincide show all their markers.
    const offset = series.look % every;
    const own = colour.series(series.look);
    return {
      type: 'line',
      name: series.name,
      data: series.points,
      dimensions: ['x', 'y'],
      step: series.form === 'STEPS' ? 'end' : false,
      showAllSymbol: true,
      symbol: (value, at) => at.dataIndex % every === offset ? 'path://' + outline(series.look) : 'none',
      symbolSize: 7,
      lineStyle: {width: 1.6, type: series.form === 'DASHED' ? 'dashed' : 'solid', color: own},
      itemStyle: hollow(series.form) ? {color: colour.card, borderColor: own, borderWidth: 1.3} : {color: own},
      emphasis: {focus: 'series'}
    };
  };

  const cloud = (series, colour) => {
    const empty = hollow(series.form);
    const own = colour.series(series.look);
    return {
      type: 'scatter',
      name: series.name,
      data: series.points,
      symbol: 'path://' + outline(series.look),
      symbolSize: series.form === 'POINTS' ? 7 : 12,
      itemStyle: {
        color: empty ? 'transparent' : own, borderColor: own, borderWidth: empty ? 1.6 : 0,
        opacity: series.form === 'POINTS' ? .65 : 1
      },
      emphasis: {focus: 'series', scale: 1.3},
      z: series.form === 'POINTS' ? 3 : 5
    };
  };

  const bars = (series, colour) => {
    const data = [];
    for (const [x, y, dx = 0, dy = 0] of series.points) {
      if (dx > 0) {
        data.push([x - dx, y], [x + dx, y], ['-', '-']);
      }
      if (dy > 0) {
        data.push([x, y - dy], [x, y + dy], ['-', '-']);
      }
    }
    return {
      type: 'line', name: series.name, data: data, symbol: 'none', silent: true, tooltip: {show: false}, z: 4,
      lineStyle: {width: 1.4, color: colour.series(series.look)}, itemStyle: {color: colour.series(series.look)}
    };
  };

  const backdrop = (figure, colour) => ({
    type: 'line', name: '', data: [], silent: true, tooltip: {show: false},
    markArea: {
      silent: true,
      itemStyle: {color: colour.band},
      label: {color: colour.ink, position: 'insideTop', fontSize: 11, overflow: 'truncate'},
      data: figure.bands.map(band => [{name: band.label, xAxis: band.from}, {xAxis: band.to}])
    },
    markLine: {
      silent: true, symbol: 'none',
      lineStyle: {color: colour.ink, type: 'dotted', width: 1.4},
      label: {color: colour.ink, position: 'insideMiddleTop', formatter: at => at.name + ' ' + number(at.value)},
      data: figure.levels.map(level => ({name: level.label, yAxis: level.y}))
    }
  });

  const tooltip = (figure, colour, lines) => ({
    trigger: lines ? 'axis' : 'item',
    confine: true,
    transitionDuration: 0,
    extraCssText: 'max-width: min(22rem, 80vw); white-space: normal; overflow-wrap: anywhere;',
    backgroundColor: colour.card,
    borderColor: colour.grid,
    textStyle: {color: colour.ink, fontSize: 12},
    axisPointer: {type: 'line', lineStyle: {color: colour.soft}},
    formatter: hit => {
      const name = series => {
        const model = figure.series.find(one => one.name === series);
        return '<i data-look>' + mark(model.look, model.form) + '</i>' + text(series);
      };
      if (Array.isArray(hit)) {
        return text(figure.x.title) + ' ' + number(hit[0].value[0])
          + hit.map(at => '<br>' + name(at.seriesName) + ' <b>' + withError(at.value[1], at.value[3]) + '</b>').join('');
      }
      const [x, y, dx, dy, label] = hit.value;
      return '<b>' + name(hit.seriesName) + '</b>' + (label ? ', ' + text(label) : '')
        + '<br>' + text(figure.y.title) + ' <b>' + withError(y, dy) + '</b>'
        + '<br>' + text(figure.x.title) + ' <b>' + withError(x, dx) + '</b>';
    }
  });

  const option = (figure, colour) => {
    const isLine = series => ['LINE', 'DASHED', 'STEPS'].includes(series.form);
    const lines = figure.series.every(isLine);
    return {
      animation: false,
      // In double quotes the names of fonts would end the attribute of an SVG.
      textStyle: {fontFamily: getComputedStyle(document.body).fontFamily.replaceAll('"', "'")},
      grid: {left: 8, right: 16, top: 36, bottom: 36, containLabel: true},
      legend: {show: false, data: figure.series.map(series => series.name)},
      tooltip: tooltip(figure, colour, lines),
      xAxis: axis(figure.x, colour, true, lines),
      yAxis: axis(figure.y, colour, false, lines),
      series: [
        backdrop(figure, colour),
        ...figure.series.map(series => (isLine(series) ? curve : cloud)(series, colour)),
        ...figure.series.filter(series => series.points.some(p => p[2] > 0 || p[3] > 0)).map(series => bars(series, colour))
      ]
    };
  };

  const plots = new Map();

  const draw = () => {
    const colour = colours(document.documentElement);
    plots.forEach((chart, name) => chart.setOption(option(figures[name], colour), {notMerge: false}));
  };

  // A figure on white paper, with its title and the names of its series.
  const onPaper = (figure, title, colour) => ({
    ...option(figure, colour),
    backgroundColor: colour.card,
    title: {text: title, left: 'center', top: 14, textStyle: {color: colour.ink, fontSize: 16}},
    grid: {left: 16, right: 250, top: 72, bottom: 40, containLabel: true},
    legend: {
      orient: 'vertical', right: 12, top: 64, itemWidth: 12, itemHeight: 12,
      textStyle: {color: colour.ink, width: 200, overflow: 'break'},
      data: figure.series.map(series => ({
        name: series.name,
        icon: 'path://' + outline(series.look),
        itemStyle: {
          color: hollow(series.form) ? colour.card : colour.series(series.look),
          borderColor: colour.series(series.look), borderWidth: hollow(series.form) ? 1.6 : 0
        }
      }))
    }
  });

  const save = link => {
    const figure = link.closest('figure');
    const paper = document.body.appendChild(document.createElement('div'));
    paper.className = 'paper';
    const type = link.download.split('.').pop();
    const chart = echarts.init(paper, null, {renderer: type === 'svg' ? 'svg' : 'canvas', width: 1000, height: 560});
    chart.setOption(onPaper(figures[figure.id], figure.querySelector('h3').textContent, colours(paper)));
    link.href = chart.getDataURL({type: type, pixelRatio: 2});
    chart.dispose();
    paper.remove();
  };

  const sort = (table, header) => {
    const body = table.tBodies[0];
    const ascending = header.getAttribute('aria-sort') !== 'ascending';
    table.querySelectorAll('th[aria-sort]').forEach(other => other.removeAttribute('aria-sort'));
    header.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    const key = row => {
      const cell = row.cells[header.cellIndex];
      return cell.dataset.order === undefined ? cell.textContent.trim() : Number(cell.dataset.order);
    };
    const rank = value => value === '' ? 2 : typeof value === 'string' ? 1 : 0;
    const rows = Array.from(body.rows, row => ({row: row, key: key(row)}));
    rows.sort((a, b) => {
      if (rank(a.key) !== rank(b.key)) {
        return rank(a.key) - rank(b.key);
      }
      const order = typeof a.key === 'number' ? a.key - b.key : a.key.localeCompare(b.key);
      return ascending ? order : -order;
    });
    body.append(...rows.map(entry => entry.row));
  };

  document.querySelectorAll('i[data-look]').forEach(element => {
    element.innerHTML = mark(Number(element.dataset.look), element.dataset.form);
  });
  document.querySelectorAll('.plot').forEach(element => {
    plots.set(element.dataset.figure, echarts.init(element, null, {renderer: 'svg'}));
  });
  draw();
  const resized = new ResizeObserver(entries => entries.forEach(entry => plots.get(entry.target.dataset.figure).resize()));
  document.querySelectorAll('.plot').forEach(element => resized.observe(element));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  document.querySelectorAll('.legend button').forEach(button => button.addEventListener('click', () => {
    const shown = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(shown));
    const chart = plots.get(button.closest('figure').id);
    chart.dispatchAction({type: shown ? 'legendSelect' : 'legendUnSelect', name: button.dataset.series});
  }));
  document.querySelectorAll('a[download]').forEach(link => link.addEventListener('click', () => save(link)));
  document.querySelectorAll('.sortable thead button').forEach(button =>
    button.addEventListener('click', () => sort(button.closest('table'), button.closest('th'))));
})();
